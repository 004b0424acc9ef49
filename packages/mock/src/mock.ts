/** Creates a mock from its options. */
import type { OperationId, ResponseOf } from '@agent-conversation/validators';
import { durationProblem } from './checks.ts';
import { operationsById } from './contract.ts';
import { createControl } from './control.ts';
import { checkData } from './handlers/data.ts';
import type { Handlers } from './handlers/handler.ts';
import { handlers as allHandlers, type MockState, snapshot } from './handlers/index.ts';
import { createSeedData, mergeData } from './handlers/seed-data.ts';
import { readShared } from './handlers/settings.ts';
import { createFetch } from './http/fetch.ts';
import { createRequestIds, createResponder } from './http/responder.ts';
import { type Served, servedOf } from './http/served.ts';
import { createKeyReader } from './keys.ts';
import { createPlainPrism, prismMissing } from './modes/prism.ts';
import { createProxy } from './modes/proxy.ts';
import { createReplay } from './modes/replay.ts';
import { checkOptions, type MockOptions, type Scenario } from './options.ts';
import { createFaults } from './pipeline/faults.ts';
import { createPipeline } from './pipeline/pipeline.ts';
import { type Choice, createScenarios, type EffectiveOptions } from './scenarios.ts';
import { canonicalId } from './state/ids.ts';
import {
  type Account,
  createAccounts,
  type Origin,
  type SavedState,
  type Storage,
} from './state/store.ts';
import type { Fault, Listening, ListenOptions, MockData, Observer, Responder } from './types.ts';

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

/** Creates a mock that can keep its state, and returns the seed of its ids. */
export function assembleMock(
  given: MockOptions,
  storage?: Storage,
  handlers: Handlers = allHandlers,
  observe?: Observer,
) {
  const options = checkOptions(given);
  const { proxy, prism, replay: recording, host } = options;
  const saved = storage?.saved ?? structuredClone(options.saved);

  const scenarios = createScenarios(given);
  let choice = scenarios.start;
  if (saved && choice.scenario === undefined) choice = continued(saved, scenarios.names);
  let effective = scenarios.optionsOf(choice);
  if (saved) checkFit(effective, saved);

  const seed = options.seed ?? saved?.seed ?? crypto.randomUUID();
  const shared = readShared(effective.options, effective.origin);
  const accounts = createAccounts(shared, seed, saved);
  const faults = createFaults(effective.options.faults);
  const keyOf = createKeyReader(options.keyHeaders);
  const forwarding =
    proxy === undefined
      ? undefined
      : createProxy(new URL(proxy), keyOf, options.keyHeaders, observe);
  const replay = recording && createReplay(recording, keyOf);
  const otherMode = forwarding ?? replay?.pipeline ?? (prism ? createPlainPrism() : undefined);

  /** What was chosen when the state was stored last. */
  let stored = choice;
  const saving = storage && {
    async save(): Promise<void> {
      const chosen = choice;
      await storage.save(accounts, (state) => {
        if (choice !== stored) {
          choose(stored);
          faults.restart(effective.options.faults);
        }
        accounts.restore(state);
      });
      stored = chosen;
    },
    settled: storage.settled,
  };

  /** Changes the scenario or the data. What was created stays, unless it comes from other data. */
  function choose(next: Choice): void {
    const { origin } = effective;
    choice = next;
    effective = scenarios.optionsOf(next);
    const { clock } = shared;
    const changed = readShared(effective.options, effective.origin);
    Object.assign(shared, changed, { clock });
    if (!isSameData(origin, effective.origin)) {
      clock.start = changed.clock.start;
      accounts.reset();
    }
    respond = createRespond();
  }

  const accountsOf = (key: string | undefined): Account[] =>
    key === undefined ? accounts.all() : [accounts.of(key)];

  const mock: Mock = {
    fetch: createFetch(async (request) => served.respond(request)),
    async listen(how = {}) {
      const missing = prism ? await prismMissing() : undefined;
      if (missing !== undefined) throw new TypeError(`prism: ${missing}`);
      // Imported at the first use, so that the rest runs where there are no ports.
      const { serve } = await import('./http/server.ts');
      return serve(served, { host, ...how });
    },
    state: (apiKey) => snapshot(accounts.of(apiKey)),
    save: () => JSON.parse(JSON.stringify(accounts)) as SavedState,
    reset(apiKey) {
      accounts.reset(apiKey);
      replay?.reset(apiKey);
      if (apiKey !== undefined) return;
      choose(scenarios.start);
      faults.clear();
      faults.restart(effective.options.faults);
    },
    advance(milliseconds) {
      const problem = durationProblem(milliseconds);
      if (problem) throw new TypeError(`advance ${problem}`);
      shared.clock.offset += milliseconds;
    },
    happen(id, status, apiKey) {
      const found = accountsOf(apiKey).filter((account) => account.kindOf(id, status));
      const [account] = found;
      if (!account) {
        throw new TypeError(`There is nothing with the id ${id}`);
      }
      if (found.length > 1) {
        const subject = `${found.length} keys have something with the id ${id}`;
        throw new TypeError(`${subject}: name one of them`);
      }
      const kind = account.kindOf(id, status)!;
      kind.triggerEvent(canonicalId(id), status, account.now);
    },
    fail(operation, status, body, times = Infinity) {
      const statuses = operationsById[operation]?.statuses;
      if (statuses && !statuses.includes(status)) {
        throw new TypeError(`${operation} declares ${statuses.join(', ')}, not ${status}`);
      }
      return faults.add({ operation, status, times, ...(body !== undefined && { body }) });
    },
    fault: (fault) => faults.add(fault),
    addData(data, apiKey) {
      checkOptions({ ...given, data });
      const { addTo } = createSeedData(checkData(data));
      const isOfEveryKey = data.settings !== undefined || data.sandboxSpecs !== undefined;
      if (apiKey !== undefined && isOfEveryKey) {
        throw new TypeError('settings and sandboxSpecs are those of every key: name no key');
      }
      if (apiKey === undefined) {
        choose({ ...choice, added: mergeData(choice.added ?? {}, data) });
      }
      for (const account of accountsOf(apiKey)) {
        account.applyElapsedTime();
        addTo(account);
      }
    },
    useScenario(name, definition) {
      if (name !== null && definition !== undefined) scenarios.define(name, definition);
      const next: Choice = { scenario: name ?? undefined };
      const hasSameData = isSameData(scenarios.optionsOf(next).origin, effective.origin);
      choose(hasSameData ? { ...next, added: choice.added } : next);
      faults.restart(effective.options.faults);
    },
  };

  const stateOf = (key: string | undefined) => {
    if (key !== undefined) return mock.state(key);
    return accounts.all().map(snapshot);
  };
  const control = options.control
    ? createControl({
        mock,
        keyOf,
        keyHeaders: options.keyHeaders ?? [],
        stateOf,
        scenario: () => ({ name: choice.scenario ?? null, names: scenarios.names }),
        faults,
        saving,
      })
    : undefined;
  const identify = createRequestIds(options.seed);
  const createRespond = (): Responder => {
    const { edition, clock } = shared;
    const current = effective.options;
    const parts = { options: current, edition, accounts, faults, handlers, keyOf, saving };
    const pipeline = otherMode ?? createPipeline(parts);
    return createResponder({
      pipeline,
      options: current,
      identify,
      edition,
      clock,
      keyOf,
      control,
    });
  };
  let respond = createRespond();
  const served: Served = {
    respond: async (request) => respond(request),
    isProxy: proxy !== undefined,
  };
  servedOf.set(mock, served);
  return { mock, seed };
}

/** Whether the states of keys start with the same data. */
function isSameData(origin: Origin, other: Origin): boolean {
  return origin.data === other.data && origin.examples === other.examples;
}

/** @throws {TypeError} if the state is of a mock with another seed, clock or seed data */
function checkFit({ options, origin }: EffectiveOptions, saved: SavedState): void {
  const { seed = saved.seed, clock } = options;
  const problem = (): string | undefined => {
    if (seed !== saved.seed) return `with the seed '${saved.seed}', not '${seed}'`;
    if (clock !== saved.clock) return `with the clock '${saved.clock}', not '${clock}'`;
    if (origin.examples && !saved.examples) return 'without examples, not with them';
    if (saved.examples && !origin.examples) return 'with examples, not without them';
    return origin.data === saved.data ? undefined : 'with other data';
  };
  const found = problem();
  if (found !== undefined) throw new UnfitStateError(found);
}

/** A saved state is of a mock with other options. */
export class UnfitStateError extends TypeError {
  constructor(difference: string) {
    super(`The state was saved ${difference}`);
  }
}

/** Returns the choice with which a saved state continues. */
function continued({ scenario }: SavedState, names: readonly string[]): Choice {
  if (scenario !== undefined && !names.includes(scenario)) {
    throw new UnfitStateError(`in the scenario '${scenario}', which is not given`);
  }
  return { scenario };
}
