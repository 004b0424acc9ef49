import type { operations } from '@agent-conversation/types';
import type { OperationId } from '@agent-conversation/validators';
import type { MockState } from './behaviour/snapshot.ts';
import type { Fault } from './faults/fault.ts';
import type { Listening, ListenOptions } from './http/serve.ts';
import type { MockOptions } from './options.ts';
import type { SavedState } from './state/accounts.ts';
import { assembleMock } from './assemble.ts';

type Responses<Id extends OperationId> = operations[Id]['responses'];

/** A status that the contract declares for an operation. */
export type DeclaredStatus<Id extends OperationId> = keyof Responses<Id> & number;

/** The body that the contract declares for a status of an operation. */
export type DeclaredBody<
  Id extends OperationId,
  Status extends DeclaredStatus<Id>,
> = Responses<Id>[Status] extends { content: { 'application/json': infer Body } } ? Body : never;

/** A mock of the service. */
export interface Mock {
  /**
   * Answers a request without a port. It has the form of the global `fetch`, and can be given to the
   * client as its `fetch`.
   */
  readonly fetch: typeof globalThis.fetch;
  /**
   * Starts to listen on 127.0.0.1.
   *
   * @throws {Error} with the code `EADDRINUSE` when the port is taken
   */
  listen(options?: ListenOptions): Promise<Listening>;
  /** What was made with an API key, as it is now. */
  state(apiKey: string): MockState;
  /**
   * Returns everything that the mock holds, for the option `saved` of another mock. It contains digests of the API
   * keys, not the keys.
   */
  save(): SavedState;
  /**
   * Forgets what was made with an API key, which begins anew. Without one: what was made with any, the
   * faults that were added, and by how much the clock was put forward.
   */
  reset(apiKey?: string): void;
  /**
   * Puts the clock forward: what would have become of things by then, has.
   *
   * @throws {TypeError} when it is not a number of milliseconds, 0 or more
   */
  advance(milliseconds: number): void;
  /**
   * Lets something happen that no operation causes, such as a sandbox that breaks down.
   *
   * @param id of a sandbox, a start task, an app conversation or a legacy conversation
   * @param status the state that it comes into, along its lifecycle table; for an app conversation that of
   * its agent
   * @param apiKey of whom it is; needed where several keys have something of that id, as with `examples`
   * @throws {TypeError} when there is no such thing, or more than one, or it cannot come into that state
   *
   * @example
   * mock.happen(sandbox.id, 'ERROR');
   */
  happen(id: string, status: string, apiKey?: string): void;
  /**
   * Lets an operation answer with a declared status, until it is taken back or the mock is reset.
   *
   * @param body what to answer; the contract's example of the status if it is left out
   * @param times how many requests it strikes
   * @returns takes it back
   * @throws {TypeError} when the status or the body is not what the contract declares
   *
   * @example
   * mock.fail('pauseSandbox', 404);
   * mock.fail('startSandbox', 401, { detail: 'The key has expired' }, 1);
   */
  fail<Id extends OperationId, Status extends DeclaredStatus<Id>>(
    operation: Id,
    status: Status,
    body?: DeclaredBody<Id, Status>,
    times?: number,
  ): () => void;
  /**
   * Lets something go wrong that no contract declares: an undeclared status, a delay, a connection that
   * breaks, an answer that is not JSON.
   *
   * @returns takes it back
   * @throws {TypeError} naming what is wrong with the fault
   *
   * @example
   * mock.fault({ operation: 'searchSandboxes', break: 'truncated', times: 1 });
   */
  fault(fault: Fault): () => void;
}

/**
 * Makes a mock that behaves like the service. Each API key has a state of its own.
 *
 * @throws {TypeError} naming the option that is wrong
 *
 * @example
 * const mock = createMock({ seed: 'orders', clock: 'manual' });
 * const client = createClient({ baseUrl: 'http://mock', apiKey: 'any', fetch: mock.fetch });
 */
export function createMock(options: MockOptions = {}): Mock {
  return assembleMock(options).mock;
}
