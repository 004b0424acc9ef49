/** The command `npm run drift`. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CommandError,
  defineCommand,
  list,
  runCommand,
  suggestion,
  UsageError,
} from '@agent-conversation/cli';
import { readCatalogue } from './catalogue.ts';
import { drift, openWorkbench, type Workbench } from './engine.ts';
import type { LiveGate } from './live.ts';
import { layers, type Mutant } from './mutant.ts';
import { isAllKilled, lineOf, summaryOf } from './report.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const layerList = Object.entries(layers).map(([id, title]) => `${id} ${title}`);

/** The command, also for its tests. */
export const command = defineCommand({
  name: 'npm run drift',
  summary:
    'Injects faults into the contract, the code and the responses, one at a time, and checks that the gate that is ' +
    'named for each fault fails with words that lead to it.',
  options: (program) =>
    program
      .argument('[words...]', 'only faults whose titles contain one of the words')
      .option('--fast', 'one location of each operator, as in npm run check')
      .option('--layer <LAYERS>', 'only these layers, such as A,C', list)
      .option('--operator <OPERATORS>', 'only these operators, such as A13', list)
      .option('--without <GATE>', 'does not run a gate: its faults survive')
      .option('--list', 'lists the faults with their gates, and runs nothing'),
  notes: `Layers: ${layerList.join(', ')}`,
  exitCodes: { 0: 'every fault was killed', 1: 'a fault was not', 2: 'it could not run' },
  async run({ fast = false, layer = [], operator: operators = [], ...options }, io, [words]) {
    const { without } = options;
    const { gates, mutants, untried } = readCatalogue(root, fast);
    const all = [...mutants, ...untried.map(({ mutant }) => mutant)];
    const ids = all.map((it) => it.operator);
    checkKnown('--layer', layer, Object.keys(layers));
    checkKnown('--operator', operators, ids);
    const isChosen = ({ operator, title }: Mutant) =>
      (layer.length === 0 || layer.includes(operator.charAt(0))) &&
      (operators.length === 0 || operators.includes(operator)) &&
      (words.length === 0 || words.some((word) => title.includes(word)));
    if (!all.some(isChosen)) throw new UsageError('No fault matches all of the options');
    const chosen = mutants.filter(isChosen);
    const known = chosen.map(({ gate }) => gate);
    if (without !== undefined) checkKnown('--without', [without], known);
    if (options.list) {
      for (const { operator, title, gate } of chosen) io.out(`${operator} ${title} [${gate}]\n`);
      return 0;
    }

    const stop = new AbortController();
    const interrupt = () => stop.abort(new CommandError('Interrupted'));
    process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
    const workbenches: Workbench[] = [];
    try {
      const run = chosen.filter(({ gate }) => gate !== without);
      const files = run.filter((it) => 'files' in it).length;
      while (workbenches.length < Math.min(availableParallelism(), 4, files)) {
        workbenches.push(openWorkbench(root, join(root, '.turbo/cache'), stop.signal));
      }
      const tried = await drift({
        mutants: chosen,
        gates,
        liveGates: files < run.length ? await loadLiveGates() : {},
        without,
        isFast: fast,
        workbenches,
        onTried: (it) => io.err(lineOf(it)),
        onControl: (gate, problem) => {
          const outcome = problem === undefined ? 'passes' : `does not pass:\n${problem}`;
          io.err(`control        ${gate} ${outcome}\n`);
        },
      });
      const results = [...tried, ...untried.filter(({ mutant }) => isChosen(mutant))];
      io.out(summaryOf(results));
      return isAllKilled(results) ? 0 : 1;
    } finally {
      for (const workbench of workbenches) workbench.remove();
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    }
  },
});

function checkKnown(option: string, given: readonly string[], known: readonly string[]): void {
  const unknown = given.find((each) => !known.includes(each));
  if (unknown === undefined) return;
  const all = [...new Set(known)];
  const hint = suggestion(unknown, all);
  throw new UsageError(`${option} takes ${all.join(', ')}, not '${unknown}'${hint}`);
}

/** They read what is built, so they are loaded only if they are needed. */
async function loadLiveGates(): Promise<Readonly<Record<string, LiveGate>>> {
  const json: ImportCallOptions = { with: { type: 'json' } };
  const { default: contract } = await import('@agent-conversation/openapi/openapi.json', json);
  return (await import('./live.ts')).liveGates(contract);
}

if (import.meta.main) {
  process.exitCode = await runCommand(command, process.argv.slice(2));
}
