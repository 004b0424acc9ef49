/** Creates a mock from its options. */
import type { OperationId, ResponseOf } from '@agent-conversation/validators';
import { operationsById } from './contract.ts';
import { type Control, createControl } from './control.ts';
import type { Handlers } from './handlers/handler.ts';
import { handlers as allHandlers, type MockState } from './handlers/index.ts';
import { createFetch } from './http/fetch.ts';
import {
  createRequestIds,
  createResponder,
  type RequestIds,
} from './http/responder.ts';
import { type Served, servedOf } from './http/served.ts';
import { createKeyReader, type KeyReader } from './keys.ts';
import { createPlainPrism, prismMissing } from './modes/prism.ts';
import { createProxy } from './modes/proxy.ts';
import { createReplay } from './modes/replay.ts';
import {
  type CheckedOptions,
  checkOptions,
  type MockOptions,
  type Scenario,
} from './options.ts';
import { createPipeline } from './pipeline/pipeline.ts';
import { Simulation } from './simulation.ts';
import type { SavedState, Storage } from './state/store.ts';
import type {
  Fault,
  Listening,
  ListenOptions,
  MockData,
  Observer,
  Pipeline,
  Responder,
} from './types.ts';

/** A status that the contract declares for an operation. */
export type DeclaredStatus<Id extends OperationId> = ResponseOf<Id>['status'] &
  number;

/** The body that the contract declares for a status of an operation. */
export type DeclaredBody<
  Id extends OperationId,
  Status extends DeclaredStatus<Id>,
> = Extract<ResponseOf<Id>, { readonly status: Status }>['body'];

/** A mock of the service. */
export interface Mock {
  /** Responds to a request without a port. It can be used as the client's `fetch`. */
  readonly fetch: typeof globalThis.fetch;
  /**
   * Starts to listen on 127.0.0.1, or on the address of the option `host`.
   *
   * Rejects with the code `EADDRINUSE` if the port is taken, and with a `TypeError` in a page or without what the
   * option `prism` needs.
   */
  listen(options?: ListenOptions): Promise<Listening>;
  /** Returns what was created with an API key, as it is now. */
  state(apiKey: string): MockState;
  /**
   * Returns the whole state, for the option `saved` of another mock. It contains digests of the API keys, not the keys.
   */
  save(): SavedState;
  /**
   * Removes what was created with an API key. Without one: what was created with any, the faults and data that were
   * added, and the time by which the clock was put forward; the scenario is the one of the options again.
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
  /**
   * Adds data to what there is, until the mock is reset. They replace what has the same id.
   *
   * @param apiKey whose data they are; without one, those of every key, also of keys that are used later
   * @throws {TypeError} naming what breaks the contract
   * @example
   * mock.addData({ sandboxes: [{ id: 'sbx-a', status: 'PAUSED' }] });
   */
  addData(data: MockData, apiKey?: string): void;
  /**
   * Uses the options of a scenario instead of those of the mock, until another one is used or the mock is reset. What
   * was created stays, unless the scenario has other data than the one before.
   *
   * @param name of a scenario in the options; null for none
   * @param definition adds the scenario, or replaces it
   * @throws {TypeError} if there is no scenario with the name, or naming what is wrong with the definition
   * @example
   * mock.useScenario('outage', { faults: [{ status: 503 }] });
   */
  useScenario(name: string | null, definition?: Scenario): void;
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

/** What a mock works with beside its options. */
export interface MockParts {
  /** Where it keeps its state. */
  readonly storage?: Storage | undefined;
  readonly handlers?: Handlers | undefined;
  /** Receives the exchanges with the service of a proxy. */
  readonly observe?: Observer | undefined;
}

/** Creates a mock with parts that are not among the options, and returns the seed of its ids. */
export function assembleMock(given: MockOptions, parts: MockParts = {}) {
  const { storage, handlers = allHandlers, observe } = parts;
  const options = checkOptions(given);
  const simulation = new Simulation(given, storage);
  const keyOf = createKeyReader(options.keyHeaders);
  const otherMode = createOtherMode(options, keyOf, observe);

  function reset(apiKey?: string): void {
    simulation.reset(apiKey);
    otherMode?.reset?.(apiKey);
  }

  const { keyHeaders = [] } = options;
  const control = options.control
    ? createControl({ simulation, reset, keyOf, keyHeaders })
    : undefined;
  const identify = createRequestIds(options.seed);
  const respond = createRespond({
    simulation,
    handlers,
    keyOf,
    otherMode,
    control,
    identify,
  });
  const served: Served = { respond, isProxy: options.proxy !== undefined };
  const mock: Mock = {
    fetch: createFetch(respond),
    listen: async (how) => listen(served, options, how),
    state: (apiKey) => simulation.state(apiKey),
    save: () => JSON.parse(JSON.stringify(simulation.accounts)) as SavedState,
    reset,
    advance: (milliseconds) => simulation.advance(milliseconds),
    happen: (id, status, apiKey) => simulation.happen(id, status, apiKey),
    fail(operation, status, body, times = Infinity) {
      checkDeclared(operation, status);
      const response = { status, ...(body !== undefined && { body }) };
      return simulation.faults.add({ operation, times, ...response });
    },
    fault: (fault) => simulation.faults.add(fault),
    addData: (data, apiKey) => simulation.addData(data, apiKey),
    useScenario: (name, definition) => simulation.useScenario(name, definition),
  };
  servedOf.set(mock, served);
  return { mock, seed: simulation.seed };
}

/** What responds instead of the mock itself. */
interface OtherMode {
  readonly pipeline: Pipeline;
  readonly reset?: (apiKey?: string) => void;
}

/** Returns undefined if the mock itself responds. */
function createOtherMode(
  { proxy, prism, replay, keyHeaders }: CheckedOptions,
  keyOf: KeyReader,
  observe: Observer | undefined,
): OtherMode | undefined {
  if (proxy !== undefined) {
    return {
      pipeline: createProxy(new URL(proxy), keyOf, keyHeaders, observe),
    };
  }
  if (replay) return createReplay(replay, keyOf);
  return prism ? { pipeline: createPlainPrism() } : undefined;
}

/** What is needed to respond. */
interface RespondParts {
  readonly simulation: Simulation;
  readonly handlers: Handlers;
  readonly keyOf: KeyReader;
  readonly otherMode: OtherMode | undefined;
  readonly control: Control | undefined;
  readonly identify: RequestIds;
}

/** Returns what responds by the options that apply when a request comes. */
function createRespond(parts: RespondParts): Responder {
  const { simulation } = parts;
  let { options } = simulation;
  let respond = createCurrentResponder(parts);
  return async (request) => {
    if (options !== simulation.options) {
      ({ options } = simulation);
      respond = createCurrentResponder(parts);
    }
    return respond(request);
  };
}

function createCurrentResponder(parts: RespondParts): Responder {
  const { simulation, otherMode, ...others } = parts;
  const { options, accounts, faults, saving, shared } = simulation;
  const { edition, clock } = shared;
  const common = { ...others, options, edition };
  const pipeline =
    otherMode?.pipeline ??
    createPipeline({ ...common, accounts, faults, saving });
  return createResponder({ ...common, pipeline, clock });
}

async function listen(
  served: Served,
  { prism, host }: CheckedOptions,
  options: ListenOptions = {},
): Promise<Listening> {
  const missing = prism ? await prismMissing() : undefined;
  if (missing !== undefined) throw new TypeError(`prism: ${missing}`);
  // Imported at the first use, so that the rest runs where there are no ports.
  const { serve } = await import('./http/server.ts');
  return serve(served, { host, ...options });
}

/** @throws {TypeError} if an operation does not declare a status */
function checkDeclared(id: OperationId, status: number): void {
  const statuses = operationsById[id]?.statuses;
  if (!statuses || statuses.includes(status)) return;
  throw new TypeError(`${id} declares ${statuses.join(', ')}, not ${status}`);
}
