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

/** The options of a query that calls an operation. */
export function queryOf<T>(
  operation: string,
  input: object,
  send: (signal: AbortSignal) => Promise<T>,
): Query<T> {
  return {
    queryKey: keyOf(operation, input),
    queryFn: ({ signal }) => send(signal),
    retry: false,
  };
}

/** The options of a query that calls an operation page by page. */
export function infiniteQueryOf<Page extends { readonly next_page_id?: string | null }>(
  operation: string,
  query: { readonly page_id?: string } | undefined,
  send: (query: object, signal: AbortSignal) => Promise<Page>,
): InfiniteQuery<Page> {
  return {
    queryKey: keyOf(operation, { query, pages: true }),
    queryFn: ({ signal, pageParam }) => send({ ...query, page_id: pageParam }, signal),
    initialPageParam: query?.page_id,
    getNextPageParam: ({ next_page_id }) => next_page_id ?? undefined,
    retry: false,
  };
}

/** What a query is kept under: its operation, and what it was called with. */
function keyOf(operation: string, input: object): readonly unknown[] {
  return ['@agent-conversation', operation, input];
}
