import type { FileMutant } from '../catalogue/mutant.ts';
import type { GateName } from '../gates/gate-name.ts';
import type { TestResult } from './test-results.ts';
import type { Workshop } from './workshop.ts';
import { type Workspace, workspaceOf } from './workspaces.ts';

/** What of a mutant tells how its gate is run. */
type Gated = Pick<FileMutant, 'gate' | 'test'>;

/** Some gates that are run together: files of tests of one workspace, or one command. */
export interface ControlRun {
  readonly gates: readonly [GateName, ...GateName[]];
  /** Parts of the names of the only tests to run; none for all of them. */
  readonly tests: readonly string[];
}

/** What the gates did without any fault. */
export class Control {
  readonly #tests = new Map<GateName, readonly TestResult[]>();
  readonly #passed = new Set<GateName>();

  /**
   * Runs gates in a copy without any fault, and notes what they did.
   *
   * @returns what was written where one did not pass
   */
  async run(workshop: Workshop, { gates, tests }: ControlRun): Promise<string | undefined> {
    const [first] = gates;
    if (isTests(first)) {
      const { passed, output, results } = await workshop.runTests(gates, tests);
      for (const gate of gates) this.#tests.set(gate, results.get(gate) ?? []);
      return passed ? undefined : output;
    }
    const { passed, output } = await workshop.runGate(first);
    if (passed) this.#passed.add(first);
    return passed ? undefined : output;
  }

  /** Why a mutant's gate proves nothing; undefined where it passed without a fault, and really ran. */
  objection({ gate, test }: Gated): string | undefined {
    const tests = this.#tests.get(gate);
    if (!tests) {
      return this.#passed.has(gate) ? undefined : 'its gate does not pass without a fault';
    }
    const own = tests.filter(({ name }) => test === undefined || name.includes(test));
    if (own.length === 0) return 'no test ran in its gate without a fault';
    const failing = own.find(({ passed }) => !passed);
    return failing && `its gate does not pass without a fault: ${failing.name}`;
  }
}

/**
 * How the gates of some mutants are run without a fault: as few times as can be. Of a file of which every
 * mutant names a test, only those tests are run; what is in a browser is run by itself.
 */
export function planControl(
  workspaces: readonly Workspace[],
  mutants: readonly Gated[],
): readonly ControlRun[] {
  const runs = new Map<string, { gates: [GateName, ...GateName[]]; tests: Set<string> }>();
  for (const gate of new Set(mutants.map((mutant) => mutant.gate))) {
    const named = mutants.filter((it) => it.gate === gate).map(({ test }) => test);
    const tests = named.filter((test) => test !== undefined);
    const isWhole = tests.length < named.length;
    const key = isTests(gate)
      ? [workspaceOf(workspaces, gate).folder, gate.includes('/browser/'), isWhole].join(' ')
      : gate;
    const run = runs.get(key) ?? { gates: [gate], tests: new Set() };
    if (runs.has(key)) run.gates.push(gate);
    if (!isWhole) for (const test of tests) run.tests.add(test);
    runs.set(key, run);
  }
  return [...runs.values()].map(({ gates, tests }) => ({ gates, tests: [...tests] }));
}

function isTests(gate: GateName): boolean {
  return gate.endsWith('.test.ts');
}
