export * from './generated/queries.ts';
export type { InfiniteQuery, Query } from './query-options.ts';
