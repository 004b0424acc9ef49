/** What a server serves of a mock. */
import type { Responder } from '../types.ts';

/** A mock, as its server sees it. */
export interface Served {
  readonly respond: Responder;
  /** Whether requests are forwarded. */
  readonly isProxy: boolean;
}

/** What each mock of this process serves. */
export const servedOf = new WeakMap<object, Served>();
