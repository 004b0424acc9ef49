import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Exchange, Mock } from '@agent-conversation/mock';

/** The mock as it is while somebody works on the contract. */
export interface MockSite {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Takes the contract as it was built last, if it ever was. */
  reload(): Promise<void>;
}

/** Serves a mock of the contract at a path, which is replaced when the contract changes. */
export function createMockSite(
  contract: string,
  onExchange: (exchange: Exchange) => void,
): MockSite {
  let mock: Mock | undefined;
  return {
    async fetch(request) {
      if (mock) return mock.fetch(request);
      return Response.json({ detail: 'The contract has not been built yet' }, { status: 503 });
    },
    async reload() {
      if (!existsSync(contract)) return;
      // Imported late, because the package exists only after the first build.
      const { createMock } = await import('@agent-conversation/mock');
      mock = createMock({ contract: JSON.parse(await readFile(contract, 'utf8')), onExchange });
    },
  };
}
