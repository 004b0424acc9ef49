/** What handlers are. */
import type { OperationId, RequestOf } from '@agent-conversation/validators';
import type { Account } from '../state/store.ts';

/**
 * What an operation does with a valid request. Returns the body of its success; throws a `Rejection` for an error.
 */
export type Handler<Id extends OperationId> = (
  account: Account,
  request: RequestOf<Id>,
) => unknown;

/** The handlers by operation. An operation without one responds with its example. */
export type Handlers = { readonly [Id in OperationId]?: Handler<Id> };
