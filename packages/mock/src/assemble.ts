import { operations } from '@agent-conversation/validators';
import { createBeginnings } from './behaviour/beginnings.ts';
import { editions } from './behaviour/editions.ts';
import { readExamples } from './behaviour/examples.ts';
import { eventOf } from './behaviour/happen.ts';
import { behaviours } from './behaviour/operations.ts';
import { snapshot } from './behaviour/snapshot.ts';
import type { World } from './behaviour/world.ts';
import { contract } from './contract.ts';
import { createControl } from './control/control.ts';
import { Journal } from './control/journal.ts';
import { Faults } from './faults/faults.ts';
import { createFetch } from './http/fetch.ts';
import { createHandler, type Line } from './line/handler.ts';
import { answer, type Equipment } from './line/request-line.ts';
import type { Mock } from './mock.ts';
import {
  checkDuration,
  checkOptions,
  clockOf,
  type MockOptions,
  proxyTarget,
  readSandboxSpecs,
  readSettings,
  unauthorizedBodies,
} from './options.ts';
import type { Prism } from './prism/prism.ts';
import { createProxy } from './proxy.ts';
import type { Account } from './state/account.ts';
import { Accounts, type SavedState } from './state/accounts.ts';
import { createClock } from './state/clock.ts';
import type { Storage } from './state/storage.ts';

/** A mock, and what its surroundings need to know of it. */
export interface AssembledMock {
  readonly mock: Mock;
  /** From which the ids are made. */
  readonly seed: string;
}

/**
 * Puts a mock together.
 *
 * @throws {TypeError} naming the option that is wrong
 */
export function assembleMock(options: MockOptions, storage?: Storage): AssembledMock {
  checkOptions(options);
  const saved = storage?.saved ?? options.saved;
  if (saved) checkFit(options, saved);
  const examples = options.examples ? readExamples() : undefined;
  const beginnings = examples && createBeginnings(examples);
  const clock = createClock(clockOf(options), beginnings?.time);
  const seed = options.seed ?? saved?.seed ?? crypto.randomUUID();
  const accounts = new Accounts(clock, seed, saved, beginnings);
  const faults = new Faults(options.faults);
  const journal = new Journal();
  const settings = readSettings(options.settings);
  const sandboxSpecs = readSandboxSpecs(options.sandboxSpecs);
  const { startupTime = 2000, latency = 0, stateless = false, onExchange } = options;
  const edition = editions[options.edition ?? 'documented'];
  const world = (account: Account): World => ({
    account,
    settings,
    sandboxSpecs,
    startupTime,
    edition,
    examples,
  });
  const save = async (): Promise<void> => storage?.save(() => accounts.toJSON());

  let prism: Promise<Prism> | undefined;
  const equipment: Equipment = {
    accounts,
    faults,
    world,
    behaviours,
    edition,
    stateless,
    strict: options.strict ?? false,
    rateLimit: options.rateLimit ?? Infinity,
    unauthorizedBody: unauthorizedBodies[options.unauthorizedBody ?? 'detail'],
    // Half a second and 100 MB, which a mock that is never asked for an example does without.
    prism: () =>
      (prism ??= import('./prism/prism.ts').then((it) => it.startPrism(contract as never))),
    save: (changed) => (storage && (changed || clock.kind === 'requests') ? save() : undefined),
  };
  const line: Line =
    options.proxy === undefined
      ? (call, trace) => answer(call, equipment, trace)
      : createProxy(proxyTarget(options.proxy));

  const mock: Omit<Mock, 'fetch' | 'listen'> = {
    state: (apiKey) => snapshot(world(accounts.of(apiKey))),
    save: () => structuredClone(accounts.toJSON()),
    reset(apiKey) {
      accounts.reset(apiKey);
      if (apiKey === undefined) faults.reset();
    },
    advance(milliseconds) {
      checkDuration('advance', milliseconds);
      clock.offset += milliseconds;
    },
    happen(id, status, apiKey) {
      const asked = apiKey === undefined ? [...accounts.all()] : [accounts.of(apiKey)];
      const events = asked.flatMap((account) => eventOf(world(account), id) ?? []);
      const [event] = events;
      if (!event) throw new TypeError(`There is nothing of the id ${id}`);
      if (events.length > 1) {
        throw new TypeError(
          `${events.length} keys have something of the id ${id}: name one of them`,
        );
      }
      event(status);
    },
    fail(operation, status, body, times = Infinity) {
      const statuses = operations[operation]?.statuses ?? [];
      if (statuses.length > 0 && !statuses.includes(status)) {
        throw new TypeError(`${operation} declares ${statuses.join(', ')}, not ${status}`);
      }
      return faults.add({ operation, status, times, ...(body === undefined ? {} : { body }) });
    },
    fault: (fault) => faults.add(fault),
  };

  const controlled = {
    ...mock,
    state: (key?: string) =>
      key === undefined ? [...accounts.all()].map((it) => snapshot(world(it))) : mock.state(key),
    faults: () => faults.list(),
    clearFaults: () => faults.clear(),
  };
  const handler = createHandler(line, {
    clock,
    latency,
    defaultKey: options.defaultKey,
    allowHosts: options.allowHosts ?? [],
    // A page that can read what the service returns can read the keys of its sandboxes.
    allowOrigins: options.allowOrigins ?? (options.proxy === undefined ? undefined : []),
    onExchange,
    control: options.control ? createControl(controlled, journal, save) : undefined,
    record: options.control ? (...entry) => journal.record(...entry) : undefined,
  });

  return {
    seed: accounts.seed,
    mock: {
      ...mock,
      fetch: createFetch(handler),
      // Imported late, so that the rest runs in a browser, too.
      listen: async (listenOptions = {}) => {
        const { serve } = await import('./http/serve.ts');
        return serve(handler, listenOptions);
      },
    },
  };
}

/** @throws {TypeError} when the state was kept by a mock with another seed, clock or beginning */
function checkFit(options: MockOptions, saved: SavedState): void {
  const { seed = saved.seed } = options;
  if (seed !== saved.seed) {
    throw new TypeError(`The state was kept with the seed '${saved.seed}', not '${seed}'`);
  }
  const clock = clockOf(options);
  if (clock !== saved.clock) {
    throw new TypeError(`The state was kept with the clock '${saved.clock}', not '${clock}'`);
  }
  const { examples = false } = options;
  if (examples !== (saved.examples ?? false)) {
    const [kept, now] = examples ? ['without', 'with'] : ['with', 'without'];
    throw new TypeError(`The state was kept ${kept} examples, not ${now} them`);
  }
}
