/* openapi-react-query over the openapi-fetch entry of the client, in front of the mock. */
import { createClient } from '@agent-conversation/client/openapi-fetch';
import { createMock } from '@agent-conversation/mock';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import createQueries from 'openapi-react-query';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';

globalThis.IS_REACT_ACT_ENVIRONMENT = true;

const mock = createMock({ seed: 'react', clock: 'manual', examples: true });
const queries = createQueries(
  createClient({ baseUrl: 'http://mock', apiKey: 'any', fetch: mock.fetch }),
);

function Sandboxes() {
  const { data } = queries.useQuery('get', '/api/v1/sandboxes/search');
  return createElement(
    'p',
    null,
    data?.items.map(({ status }) => status).join(' '),
  );
}

test('a component shows the sandboxes', async () => {
  const container = document.createElement('div');
  const root = createRoot(container);
  const client = new QueryClient();
  await act(async () =>
    root.render(
      createElement(QueryClientProvider, { client }, createElement(Sandboxes)),
    ),
  );
  const expected = mock.state('any').sandboxes.map(({ status }) => status);
  for (let turn = 0; turn < 100 && container.textContent === ''; turn += 1) {
    await act(async () => new Promise((resolve) => setTimeout(resolve, 20)));
  }
  expect(container.textContent.split(' ').toSorted()).toEqual(
    expected.toSorted(),
  );
  await act(async () => root.unmount());
});
