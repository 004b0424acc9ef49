import { fileURLToPath } from 'node:url';
import { serverFaults, startFaultyServer } from '@agent-conversation/faulty-server';
import { createMock } from '@agent-conversation/mock';
import type { LiveMutant } from '../catalogue/mutant.ts';
import type { LiveGate } from '../engine/drift.ts';
import { type Fate, judge } from '../engine/outcome.ts';
import { type Ended, runCommand } from '../engine/run-command.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const program = 'packages/conformance/dist/cli.js';

/** What is broken; nothing where it is undefined. */
type Broken = { readonly [Name in 'fault' | 'operation']?: LiveMutant[Name] | undefined };

/** What a run of the program said, and what came of the line with which it can be seen again. */
interface Said extends Ended {
  readonly again: Ended | undefined;
}

/** The checker as a gate: its program, against a mock whose answers are broken on the way. */
export function checker(signal: AbortSignal): LiveGate {
  return {
    async control() {
      const { code, output } = await check({}, '');
      return code === 0 ? undefined : `the checker does not pass without a fault:\n${output}`;
    },

    async try(mutant) {
      const { fault, operation, exit = 1, says } = mutant;
      const { code, output, again } = await check({ fault, operation }, says[0]);
      const fate = judge(mutant, { passed: code === 0 && exit !== 0, output, tests: undefined });
      if (fate.outcome !== 'KILLED') return fate;
      if (code !== exit) return wrong(`ended with ${code}, not with ${exit}`, output);
      if (!again || again.code === exit) return fate;
      return wrong(
        `the line that it printed ends with ${again.code}, not with ${exit}`,
        again.output,
      );
    },
  };

  /** @param words of the failure that is to be seen again */
  async function check({ fault, operation }: Broken, words: string): Promise<Said> {
    const mock = await createMock({ seed: 'drift', clock: 'requests' }).listen();
    const server = await startFaultyServer({ target: mock.url, fault, operation });
    try {
      const include = operation === undefined ? '' : `--include ${operation}`;
      const said = await run(
        `--base-url ${server.url} --write --strict --seed 1 --timeout 2s --wait 3s ${include}`,
      );
      const line = lineAgain(said.output, words);
      // What happens only a few times is over by then.
      const isPassing = serverFaults.some(({ id, times }) => id === fault && times);
      const again = line === undefined || isPassing ? undefined : await run(line);
      return { ...said, output: onOneLine(said.output), again };
    } finally {
      await server.close();
      await mock.close();
    }
  }

  /** @param args as for a shell */
  function run(args: string): Promise<Ended> {
    return runCommand(root, '.', ['sh', '-c', `exec node ${program} ${args}`], signal, {
      AGENT_CONVERSATION_API_KEY: 'a-key-of-drift',
    });
  }
}

/** The line with which a check that failed can be made again: the first that says the words, or else the first. */
function lineAgain(output: string, words: string): string | undefined {
  const failed = output.split(/^ {2}(?=[✗⚠✓–] )/m).filter((block) => block.startsWith('✗'));
  const block = failed.find((each) => onOneLine(each).includes(words)) ?? failed[0] ?? '';
  return /^ {6}again: +npx agent-conversation-conformance (.*)$/m.exec(block)?.[1];
}

function onOneLine(output: string): string {
  return output.replaceAll(/\s+/g, ' ');
}

function wrong(reason: string, output: string): Fate {
  return { outcome: 'WRONG-GATE', reason, output };
}
