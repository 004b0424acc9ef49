/** Options of TanStack Query for operations that read. */
import { dataOf } from './calls.ts';
import type { Input, Operation } from './operation.ts';
import type { Connection } from './transport/connection.ts';
import type { CallOptions } from './transport/options.ts';

/** The options of a query, as `useQuery` of TanStack Query takes them. */
export interface Query<T> {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<T>;
  /** The client itself retries what may be retried. */
  readonly retry: false;
}

/** The options of a query for page after page, as `useInfiniteQuery` of TanStack Query takes them. */
export interface InfiniteQuery<Page> {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: {
    readonly signal: AbortSignal;
    readonly pageParam: string | undefined;
  }) => Promise<Page>;
  readonly initialPageParam: string | undefined;
  readonly getNextPageParam: (page: Page) => string | undefined;
  /** The client itself retries what may be retried. */
  readonly retry: false;
}

/** Returns the options of a query that calls an operation. */
export function queryOf<T>(
  connection: Connection,
  operation: Operation,
  input: Input,
  options: CallOptions | undefined,
): Query<T> {
  return {
    queryKey: ['@agent-conversation', operation.id, input],
    queryFn: ({ signal }) => dataOf(connection, operation, input, { ...options, signal }),
    retry: false,
  };
}

/** Returns the options of a query that calls an operation page by page. */
export function infiniteQueryOf<Page extends { readonly next_page_id?: string | null }>(
  connection: Connection,
  operation: Operation,
  query: { readonly page_id?: string } | undefined,
  options: CallOptions | undefined,
): InfiniteQuery<Page> {
  return {
    queryKey: ['@agent-conversation', operation.id, { query, pages: true }],
    queryFn: ({ signal, pageParam }) => {
      const input = { query: { ...query, page_id: pageParam } };
      return dataOf(connection, operation, input, { ...options, signal });
    },
    initialPageParam: query?.page_id,
    getNextPageParam: ({ next_page_id }) => next_page_id ?? undefined,
    retry: false,
  };
}
