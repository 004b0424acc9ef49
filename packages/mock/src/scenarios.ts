/** What the options say at a moment: those of the mock, of its scenario, and the data that were added. */
import { checkData } from './handlers/data.ts';
import { mergeData } from './handlers/seed-data.ts';
import { readShared } from './handlers/settings.ts';
import {
  type CheckedOptions,
  checkOptions,
  type MockOptions,
  type Scenario,
} from './options.ts';
import { checkFault } from './pipeline/faults.ts';
import { digest } from './state/ids.ts';
import type { Origin } from './state/store.ts';
import type { MockData } from './types.ts';

/** What was chosen while the mock runs. */
export interface Choice {
  /** The name of the scenario; undefined for the options of the mock alone. */
  readonly scenario: string | undefined;
  /** What was added to the data of every key. */
  readonly added?: MockData | undefined;
}

/** The options that apply. */
export interface EffectiveOptions {
  readonly options: CheckedOptions;
  readonly origin: Origin;
}

export type Scenarios = ReturnType<typeof createScenarios>;

/**
 * Checks the data and the scenarios of options.
 *
 * @throws {TypeError} naming the option, or the scenario, that is wrong
 */
export function createScenarios(given: MockOptions) {
  const { scenarios = {}, scenario, ...options } = given;
  if (options.data !== undefined) checkData(options.data);
  const byName = new Map<string, Scenario>();
  for (const [name, definition] of Object.entries(scenarios))
    define(name, definition);

  /** Adds a scenario, or replaces one. @throws {TypeError} naming what is wrong with it */
  function define(name: string, definition: Scenario): void {
    checkOptions({ ...options, scenarios: { [name]: definition } });
    try {
      checkFrom({ ...options, ...definition });
    } catch (error) {
      throw new TypeError(`scenarios '${name}': ${(error as Error).message}`, {
        cause: error,
      });
    }
    byName.set(name, definition);
  }

  /**
   * Returns the options that apply, and what the states of keys come from.
   *
   * @throws {TypeError} if there is no such scenario
   */
  function optionsOf({ scenario: name, added }: Choice): EffectiveOptions {
    const definition = name === undefined ? {} : byName.get(name);
    if (!definition) {
      const names = [...byName.keys()].join(', ');
      const others = names ? `, but ${names}` : '';
      throw new TypeError(`There is no scenario '${name}'${others}`);
    }
    const chosen = checkOptions({ ...options, ...definition });
    const data = added ? mergeData(chosen.data ?? {}, added) : chosen.data;
    const origin: Origin = {
      ...(chosen.examples && { examples: true }),
      ...(chosen.data && { data: digest(JSON.stringify(chosen.data)) }),
      ...(name !== undefined && { scenario: name }),
    };
    return { options: { ...chosen, data }, origin };
  }

  return {
    /** What is chosen at the start. */
    start: { scenario } as Choice,
    get names(): string[] {
      return [...byName.keys()];
    },
    define,
    optionsOf,
  };
}

/** Checks options with those of a scenario. */
function checkFrom(given: MockOptions): void {
  const options = checkOptions(given);
  if (options.data !== undefined) checkData(options.data);
  for (const fault of options.faults ?? []) checkFault(fault);
  readShared(options);
}
