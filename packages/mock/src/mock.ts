/** Creates a mock from its options. */
import type { OperationId, ResponseOf } from '@agent-conversation/validators';
import { durationProblem } from './checks.ts';
import { operationsById } from './contract.ts';
import { createControl } from './control.ts';
import type { Handlers } from './handlers/handler.ts';
import { handlers as allHandlers, type MockState, snapshot } from './handlers/index.ts';
import { readShared } from './handlers/settings.ts';
import { createFetch } from './http/fetch.ts';
import { createResponder } from './http/responder.ts';
import { type Served, servedOf } from './http/served.ts';
import { createKeyReader } from './keys.ts';
import { createPlainPrism, prismMissing } from './modes/prism.ts';
import { createProxy } from './modes/proxy.ts';
import { type CheckedOptions, checkOptions, type MockOptions } from './options.ts';
import { createFaults } from './pipeline/faults.ts';
import { createPipeline } from './pipeline/pipeline.ts';
import { canonicalId } from './state/ids.ts';
import { createAccounts, type SavedState, type Storage } from './state/store.ts';
import type { Fault, Listening, ListenOptions } from './types.ts';

/** A status that the contract declares for an operation. */
export type DeclaredStatus<Id extends OperationId> = ResponseOf<Id>['status'] & number;

/** The body that the contract declares for a status of an operation. */
export type DeclaredBody<Id extends OperationId, Status extends DeclaredStatus<Id>> = Extract<
  ResponseOf<Id>,
  { readonly status: Status }
>['body'];

/** A mock of the service. */
export interface Mock {
  /** Responds to a request without a port. It can be used as the client's `fetch`. */
  readonly fetch: typeof globalThis.fetch;
  /** Starts to listen on 127.0.0.1. Rejects with the code `EADDRINUSE` if the port is taken. */
  listen(options?: ListenOptions): Promise<Listening>;
  /** Returns what was created with an API key, as it is now. */
  state(apiKey: string): MockState;
  /**
   * Returns the whole state, for the option `saved` of another mock. It contains digests of the API keys, not the keys.
   */
  save(): SavedState;
  /**
   * Removes what was created with an API key. Without one: what was created with any, the faults that were added, and
   * the time by which the clock was put forward.
   */
  reset(apiKey?: string): void;
  /** Puts the clock forward by 0 milliseconds or more, and applies the transitions of that time. */
  advance(milliseconds: number): void;
  /**
   * Triggers an event that no operation causes, such as the failure of a sandbox.
   *
   * @param id of a sandbox, a start task, an app conversation or a legacy conversation
   * @param status the state that follows, according to the lifecycle table; for an app conversation that of its agent
   * @param apiKey of the owner; required if several keys have a resource with this id, as with `examples`
   * @throws {TypeError} if there is no such resource, or more than one, or the state is not possible
   * @example
   * mock.happen(sandbox.id, 'ERROR');
   */
  happen(id: string, status: string, apiKey?: string): void;
  /**
   * Lets an operation respond with a declared status, until the fault is removed or the mock is reset.
   *
   * @param body the contract's example of the status by default
   * @param times how many requests it applies to
   * @returns a function that removes the fault
   * @throws {TypeError} if the status or the body is not what the contract declares
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
   * Adds a fault that no contract declares: an undeclared status, a delay, a broken connection, a response that is not
   * JSON.
   *
   * @returns a function that removes it
   * @throws {TypeError} naming what is wrong with the fault
   * @example
   * mock.fault({ operation: 'searchSandboxes', break: 'truncated', times: 1 });
   */
  fault(fault: Fault): () => void;
}

/**
 * Creates a mock that behaves like the service. Each API key has its own state.
 *
 * @throws {TypeError} naming the option that is wrong
 * @example
 * const mock = createMock({ seed: 'orders', clock: 'manual' });
 * const client = createClient({ baseUrl: 'http://mock', apiKey: 'any', fetch: mock.fetch });
 */
export function createMock(options: MockOptions = {}): Mock {
  return assembleMock(options).mock;
}

/** Creates a mock that can keep its state, and returns the seed of its ids. */
export function assembleMock(
  given: MockOptions,
  storage?: Storage,
  handlers: Handlers = allHandlers,
) {
  const options = checkOptions(given);
  const { proxy, prism } = options;
  const missing = prism ? prismMissing() : undefined;
  if (missing) throw new TypeError(`prism: ${missing}`);
  // The functions of browsers change requests and responses.
  if (proxy !== undefined && typeof process !== 'object') throw new TypeError('proxy needs Node');
  const saved = storage?.saved ?? structuredClone(options.saved);
  if (saved) checkFit(options, saved);

  const seed = options.seed ?? saved?.seed ?? crypto.randomUUID();
  const shared = readShared(options);
  const accounts = createAccounts(shared, seed, saved);
  const faults = createFaults(options.faults);
  const saving = storage && {
    save: async () => storage.save(accounts, (stored) => accounts.restore(stored)),
    settled: async () => storage.settled(),
  };

  const mock: Mock = {
    fetch: createFetch(async (request) => respond(request)),
    // Imported at the first use, so that the rest runs in browsers.
    listen: async (how = {}) => (await import('./http/server.ts')).serve(served, how),
    state: (apiKey) => snapshot(accounts.of(apiKey)),
    save: () => JSON.parse(JSON.stringify(accounts)) as SavedState,
    reset(apiKey) {
      accounts.reset(apiKey);
      if (apiKey === undefined) faults.reset();
    },
    advance(milliseconds) {
      const problem = durationProblem(milliseconds);
      if (problem) throw new TypeError(`advance ${problem}`);
      shared.clock.offset += milliseconds;
    },
    happen(id, status, apiKey) {
      const owners = apiKey === undefined ? accounts.all() : [accounts.of(apiKey)];
      const found = owners.filter((account) => account.kindOf(id, status));
      const [account] = found;
      if (!account) throw new TypeError(`There is nothing with the id ${id}`);
      const subject = `${found.length} keys have something with the id ${id}`;
      if (found.length > 1) throw new TypeError(`${subject}: name one of them`);
      account.kindOf(id, status)!.triggerEvent(canonicalId(id), status, account.now);
    },
    fail(operation, status, body, times = Infinity) {
      const statuses = operationsById[operation]?.statuses;
      if (statuses && !statuses.includes(status)) {
        throw new TypeError(`${operation} declares ${statuses.join(', ')}, not ${status}`);
      }
      return faults.add({ operation, status, times, ...(body !== undefined && { body }) });
    },
    fault: (fault) => faults.add(fault),
  };

  const stateOf = (key: string | undefined) =>
    key === undefined ? accounts.all().map(snapshot) : mock.state(key);
  const keyOf = createKeyReader(options.keyHeaders);
  const control = options.control
    ? createControl({ mock, keyOf, keyHeaders: options.keyHeaders ?? [], stateOf, faults, saving })
    : undefined;
  const { edition, clock } = shared;
  const createOwn = () =>
    createPipeline({ options, edition, accounts, faults, handlers, keyOf, saving });
  const service = proxy === undefined ? undefined : createProxy(new URL(proxy), keyOf);
  const pipeline = service ?? (prism ? createPlainPrism() : createOwn());
  const respond = createResponder({ pipeline, options, seed, edition, clock, keyOf, control });
  const served: Served = { respond, isProxy: proxy !== undefined };
  servedOf.set(mock, served);
  return { mock, seed };
}

/** @throws {TypeError} if the state is of a mock with another seed, clock or seed data */
function checkFit(options: CheckedOptions, saved: SavedState): void {
  const { seed = saved.seed, clock, examples = false } = options;
  const problem =
    (seed !== saved.seed && `with the seed '${saved.seed}', not '${seed}'`) ||
    (clock !== saved.clock && `with the clock '${saved.clock}', not '${clock}'`) ||
    (examples !== (saved.examples ?? false) &&
      (examples ? 'without examples, not with them' : 'with examples, not without them'));
  if (problem) throw new TypeError(`The state was saved ${problem}`);
}
