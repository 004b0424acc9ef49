import { isClientError } from '@agent-conversation/client';
import { createClient } from '@agent-conversation/client/openapi-fetch';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Window } from 'happy-dom';
import createHooks from 'openapi-react-query';
import { act, createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { json, type Reply } from './replies.ts';
import { apiKey, serve } from './support.ts';

const search = '/api/v1/sandboxes/search';

/** Starts a server, and makes the hooks of openapi-react-query for it. */
async function hooksFor(...replies: readonly [Reply, ...Reply[]]) {
  const server = await serve(...replies);
  const client = createClient({ baseUrl: server.baseUrl, apiKey, retries: 0 });
  return { server, hooks: createHooks(client) };
}

/** Renders a component that uses a hook, until a condition holds for what the hook returns. */
async function render<T>(
  useHook: () => T,
  isDone: (value: T) => boolean,
): Promise<T> {
  const window = new Window({ url: 'http://page.example' });
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', window.document);
  const { createRoot } = await import('react-dom/client');
  const root = createRoot(window.document.body as unknown as Element);
  try {
    return await new Promise<T>((resolve) => {
      function Page() {
        const value = useHook();
        if (isDone(value)) resolve(value);
        return null;
      }
      const client = new QueryClient();
      root.render(
        createElement(QueryClientProvider, { client }, createElement(Page)),
      );
    });
  } finally {
    // Also finishes what React has put off, which needs the window.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    await act(async () => root.unmount());
    vi.unstubAllGlobals();
    await window.happyDOM.close();
  }
}

test('an infinite query of openapi-react-query sends no id for its first page', async () => {
  const pages = [
    { items: [], next_page_id: 'page-2' },
    { items: [], next_page_id: null },
  ];
  const { server, hooks } = await hooksFor(json(pages[0]), json(pages[1]));
  const useSandboxes = () => {
    const query = hooks.useInfiniteQuery(
      'get',
      search,
      { params: { query: { limit: 5 } } },
      {
        pageParamName: 'page_id',
        initialPageParam: undefined,
        getNextPageParam: (page) => page.next_page_id ?? undefined,
      },
    );
    if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
    return query;
  };
  const { data } = await render(
    useSandboxes,
    (query) => query.data?.pages.length === 2,
  );
  expect(data?.pages).toEqual(pages);
  expect(server.requests.map(({ url }) => url)).toEqual([
    `${search}?limit=5`,
    `${search}?limit=5&page_id=page-2`,
  ]);
});

test('`error` of a hook is the body of an error response, or an error of the client', async () => {
  const { hooks } = await hooksFor(json('Unauthorized', 401), json('', 401));
  const useSettings = () =>
    hooks.useQuery('get', '/api/settings', {}, { retry: false });
  const first = await render(useSettings, ({ isError }) => isError);
  expect(first.error).toBe('Unauthorized');
  const second = await render(useSettings, ({ isError }) => isError);
  expect(isClientError(second.error) && second.error.name).toBe(
    'UnauthorizedError',
  );
});
