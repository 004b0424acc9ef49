/** The options of queries and mutations of TanStack Query, without a dependency on it. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { dataOf } from './calls.ts';
import type { Input, Operation } from './operation.ts';
import type { Config } from './transport/config.ts';
import type { Connection } from './exchange.ts';
import { configOf } from './transport/connection.ts';
import type { CallOptions } from './transport/options.ts';

const namespace = '@agent-conversation';

/**
 * The key of a query: a name that all have in common, the operationId, what the operation is called with, and the
 * scope. The scope is a hash of `baseUrl`, the API key and the headers: clients that are made with the same ones
 * share their data, and others do not. It reveals none of them.
 */
export type QueryKey<
  Id extends string = string,
  QueryParameters = object,
> = readonly [
  namespace: '@agent-conversation',
  operation: Id,
  input: Input<QueryParameters>,
  scope: string,
];

/** The key of an infinite query, whose data is not that of a query with the same input. */
export type InfiniteQueryKey<
  Id extends string = string,
  QueryParameters = object,
> = readonly [
  namespace: '@agent-conversation',
  operation: Id,
  input: Input<QueryParameters> & { readonly pages: true },
  scope: string,
];

/** The key of a mutation: a name that all have in common, the operationId, and the scope, as queries have it. */
export type MutationKey<Id extends string = string> = readonly [
  namespace: '@agent-conversation',
  operation: Id,
  scope: string,
];

/** The options of a query, as `useQuery` of TanStack Query takes them. */
export interface Query<T, Key = QueryKey> {
  readonly queryKey: Key;
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<T>;
  /** The client itself retries what may be retried. */
  readonly retry: false;
}

/** The options of a query for page after page, as `useInfiniteQuery` of TanStack Query takes them. */
export interface InfiniteQuery<Page, Key = InfiniteQueryKey> {
  readonly queryKey: Key;
  readonly queryFn: (context: {
    readonly signal: AbortSignal;
    readonly pageParam: string | undefined;
  }) => Promise<Page>;
  readonly initialPageParam: string | undefined;
  readonly getNextPageParam: (page: Page) => string | undefined;
  /** The client itself retries what may be retried. */
  readonly retry: false;
}

/** The options of a mutation, as `useMutation` of TanStack Query takes them. */
export interface Mutation<T, Variables, Key = MutationKey> {
  readonly mutationKey: Key;
  readonly mutationFn: (variables: Variables) => Promise<T>;
  /** The client itself retries what may be retried. */
  readonly retry: false;
}

/** Returns the options of a query that calls an operation. */
export function queryOf<T, Id extends string, QueryParameters extends object>(
  connection: Connection,
  operation: Operation<Id>,
  input: Input<QueryParameters>,
  options: CallOptions | undefined,
): Query<T, QueryKey<Id, QueryParameters>> {
  return {
    queryKey: [
      namespace,
      operation.id,
      withoutUndefined(input),
      scopeOf(connection, options),
    ],
    queryFn: ({ signal }) =>
      dataOf(connection.send(operation, input, { ...options, signal })),
    retry: false,
  };
}

/** What the parameters of an operation with pages have. */
interface PageParameters {
  readonly page_id?: string | undefined;
}

/** Returns the options of a query that calls an operation page by page. */
export function infiniteQueryOf<
  Page extends { readonly next_page_id?: string | null },
  Id extends string,
  QueryParameters extends PageParameters,
>(
  connection: Connection,
  operation: Operation<Id>,
  input: Input<QueryParameters>,
  options: CallOptions | undefined,
): InfiniteQuery<Page, InfiniteQueryKey<Id, QueryParameters>> {
  const keyInput = { ...withoutUndefined(input), pages: true } as const;
  return {
    queryKey: [namespace, operation.id, keyInput, scopeOf(connection, options)],
    queryFn: ({ signal, pageParam }) => {
      const page = { ...input, query: { ...input.query, page_id: pageParam } };
      return dataOf(connection.send(operation, page, { ...options, signal }));
    },
    initialPageParam: input.query?.page_id,
    // An empty id leads to no page, as none does.
    getNextPageParam: ({ next_page_id }) => next_page_id || undefined,
    retry: false,
  };
}

/** Returns the options of a mutation that calls an operation. */
export function mutationOf<T, Id extends string, Variables>(
  connection: Connection,
  operation: Operation<Id>,
  inputOf: (variables: Exclude<Variables, void>) => Input,
  options: CallOptions | undefined,
): Mutation<T, Variables, MutationKey<Id>> {
  return {
    mutationKey: [namespace, operation.id, scopeOf(connection, options)],
    mutationFn(variables) {
      const input = inputOf((variables ?? {}) as Exclude<Variables, void>);
      return dataOf(connection.send(operation, input, options));
    },
    retry: false,
  };
}

/** Without what is undefined, a filter with the key finds the queries that have more in their input. */
function withoutUndefined<QueryParameters extends object>(
  input: Input<QueryParameters>,
): Input<QueryParameters> {
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined),
  );
}

/** Returns the scope of a connection and the options of a call: whose data it is, of which deployment. */
function scopeOf(
  connection: Connection,
  options: CallOptions | undefined,
): string {
  const { baseUrl, headers, apiKey }: Partial<Config> =
    configOf(connection) ?? {};
  const all = Object.entries({ ...headers, ...options?.headers });
  const sent = all
    .map(([name, value]) => [name.toLowerCase(), value])
    .toSorted();
  const identity = utf8ToBytes(JSON.stringify([baseUrl, sent, apiKey]));
  return bytesToHex(sha256(identity)).slice(0, scopeLength);
}

/** 64 bits: two scopes do not meet by chance, and a key is longer. */
const scopeLength = 16;
