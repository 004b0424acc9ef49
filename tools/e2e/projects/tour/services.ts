/** The mocks of the tour, and what they have been asked for. */
import { createClient, type Client } from '@agent-conversation/client';
import { createMock, type Mock, type MockOptions } from '@agent-conversation/mock';

/** The operations that have succeeded, at any of the mocks. */
export const called = new Set<string>();

/** Makes a mock whose successes are noted. */
export function makeMock(options: MockOptions = {}): Mock {
  return createMock({
    seed: 'tour',
    ...options,
    onExchange({ operation, status }) {
      if (operation !== undefined && status === 200) called.add(operation);
    },
  });
}

/** A client of a mock, without a port; the mock's clock stands still. */
export function meet(options: MockOptions = {}): { readonly client: Client; readonly mock: Mock } {
  const mock = makeMock({ clock: 'manual', ...options });
  return {
    mock,
    client: createClient({ baseUrl: 'http://mock', apiKey: 'any', fetch: mock.fetch }),
  };
}
