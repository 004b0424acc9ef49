/** What a mock simulates: the states of keys by their clock, with faults, in a scenario. */
import { durationProblem } from './checks.ts';
import { checkData } from './handlers/data.ts';
import { type MockState, snapshot } from './handlers/index.ts';
import { createSeedData, mergeData } from './handlers/seed-data.ts';
import { readShared } from './handlers/settings.ts';
import {
  type CheckedOptions,
  checkOptions,
  type MockOptions,
  type Scenario,
} from './options.ts';
import { createFaults, type Faults } from './pipeline/faults.ts';
import {
  type Choice,
  createScenarios,
  type EffectiveOptions,
  type Scenarios,
} from './scenarios.ts';
import { canonicalId } from './state/ids.ts';
import {
  type Account,
  type Accounts,
  createAccounts,
  type Origin,
  type SavedState,
  type Saving,
  type Shared,
  type Storage,
} from './state/store.ts';
import type { MockData } from './types.ts';

export class Simulation {
  /** The seed of the ids. */
  readonly seed: string;
  readonly shared: Shared;
  readonly accounts: Accounts;
  readonly faults: Faults;
  /** Undefined if the state is not kept. */
  readonly saving: Saving | undefined;
  readonly #given: MockOptions;
  readonly #scenarios: Scenarios;
  #choice: Choice;
  #effective: EffectiveOptions;
  /** What was chosen when the state was stored last. */
  #stored: Choice;

  /** @throws {TypeError} naming the option that is wrong, or in what a saved state differs */
  constructor(given: MockOptions, storage?: Storage) {
    const saved = storage?.saved ?? structuredClone(given.saved);
    this.#given = given;
    this.#scenarios = createScenarios(given);
    this.#choice = firstChoice(this.#scenarios, saved);
    this.#stored = this.#choice;
    this.#effective = this.#scenarios.optionsOf(this.#choice);
    if (saved) checkFit(this.#effective, saved);
    const { options, origin } = this.#effective;
    this.seed = given.seed ?? saved?.seed ?? crypto.randomUUID();
    this.shared = readShared(options, origin);
    this.accounts = createAccounts(this.shared, this.seed, saved);
    this.faults = createFaults(options.faults);
    this.saving = storage && this.#savingIn(storage);
  }

  /** The options that apply: another object after each change. */
  get options(): CheckedOptions {
    return this.#effective.options;
  }

  /** The name of the scenario that is used, null for none, and the names of all. */
  get scenario(): {
    readonly name: string | null;
    readonly names: readonly string[];
  } {
    return {
      name: this.#choice.scenario ?? null,
      names: this.#scenarios.names,
    };
  }

  state(key: string): MockState {
    return snapshot(this.accounts.of(key));
  }

  /** Returns the states of all keys. */
  states(): MockState[] {
    return this.accounts.all().map(snapshot);
  }

  advance(milliseconds: number): void {
    const problem = durationProblem(milliseconds);
    if (problem) throw new TypeError(`advance ${problem}`);
    this.shared.clock.offset += milliseconds;
  }

  happen(id: string, status: string, key?: string): void {
    const owners = this.#accountsOf(key).filter((account) =>
      account.kindOf(id, status),
    );
    const [account] = owners;
    if (!account) {
      throw new TypeError(`There is nothing with the id ${id}`);
    }
    if (owners.length > 1) {
      const subject = `${owners.length} keys have something with the id ${id}`;
      throw new TypeError(`${subject}: name one of them`);
    }
    const kind = account.kindOf(id, status)!;
    kind.triggerEvent(canonicalId(id), status, account.now);
  }

  addData(data: MockData, key?: string): void {
    checkOptions({ ...this.#given, data });
    const { addTo } = createSeedData(checkData(data));
    const isOfEveryKey =
      data.settings !== undefined || data.sandboxSpecs !== undefined;
    if (key !== undefined && isOfEveryKey) {
      throw new TypeError(
        'settings and sandboxSpecs are those of every key: name no key',
      );
    }
    if (key === undefined) {
      const added = mergeData(this.#choice.added ?? {}, data);
      this.#choose({ ...this.#choice, added });
    }
    for (const account of this.#accountsOf(key)) {
      account.applyElapsedTime();
      addTo(account);
    }
  }

  useScenario(name: string | null, definition?: Scenario): void {
    if (definition !== undefined) {
      if (name === null)
        throw new TypeError('The definition of a scenario needs a name');
      this.#scenarios.define(name, definition);
    }
    const next: Choice = { scenario: name ?? undefined };
    const { origin } = this.#scenarios.optionsOf(next);
    const hasSameData = isSameData(origin, this.#effective.origin);
    const added = hasSameData ? this.#choice.added : undefined;
    this.#restart({ ...next, added });
  }

  reset(key?: string): void {
    this.accounts.reset(key);
    if (key !== undefined) return;
    this.faults.clear();
    this.#restart(this.#scenarios.start);
  }

  #accountsOf(key: string | undefined): Account[] {
    return key === undefined ? this.accounts.all() : [this.accounts.of(key)];
  }

  /** Changes the scenario or the data. What was created stays, unless it comes from other data. */
  #choose(next: Choice): void {
    const { origin } = this.#effective;
    this.#choice = next;
    this.#effective = this.#scenarios.optionsOf(next);
    const { clock } = this.shared;
    const changed = readShared(this.#effective.options, this.#effective.origin);
    // The states of keys have the same object.
    Object.assign(this.shared, changed, { clock });
    if (isSameData(origin, this.#effective.origin)) return;
    clock.start = changed.clock.start;
    this.accounts.reset();
  }

  /** Changes the scenario, whose faults apply as often as they say. */
  #restart(next: Choice): void {
    this.#choose(next);
    this.faults.restart(this.options.faults);
  }

  #savingIn(storage: Storage): Saving {
    return {
      save: async () => {
        const choice = this.#choice;
        await storage.save(this.accounts, (state) => this.#restore(state));
        this.#stored = choice;
      },
      settled: storage.settled,
    };
  }

  /** Replaces the state by what was stored last. */
  #restore(state: SavedState | undefined): void {
    if (this.#choice !== this.#stored) this.#restart(this.#stored);
    this.accounts.restore(state);
  }
}

/** Returns the scenario of the options; without one, that with which a saved state continues. */
function firstChoice(
  { start, names }: Scenarios,
  saved: SavedState | undefined,
): Choice {
  if (!saved || start.scenario !== undefined) return start;
  const { scenario } = saved;
  if (scenario !== undefined && !names.includes(scenario)) {
    throw new UnfitStateError(
      `in the scenario '${scenario}', which is not given`,
    );
  }
  return { scenario };
}

/** Whether the states of keys start with the same data. */
function isSameData(origin: Origin, other: Origin): boolean {
  return origin.data === other.data && origin.examples === other.examples;
}

/** @throws {UnfitStateError} if the state is of a mock with another seed, clock or seed data */
function checkFit(
  { options, origin }: EffectiveOptions,
  saved: SavedState,
): void {
  const { seed = saved.seed, clock } = options;
  if (seed !== saved.seed) {
    throw new UnfitStateError(`with the seed '${saved.seed}', not '${seed}'`);
  }
  if (clock !== saved.clock) {
    throw new UnfitStateError(
      `with the clock '${saved.clock}', not '${clock}'`,
    );
  }
  if (origin.examples && !saved.examples) {
    throw new UnfitStateError('without examples, not with them');
  }
  if (saved.examples && !origin.examples) {
    throw new UnfitStateError('with examples, not without them');
  }
  if (origin.data !== saved.data) {
    throw new UnfitStateError('with other data');
  }
}

/** A saved state is of a mock with other options. */
export class UnfitStateError extends TypeError {
  constructor(difference: string) {
    super(`The state was saved ${difference}`);
  }
}
