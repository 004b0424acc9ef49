/**
 * Breaks a copy of the repository, one fault at a time, and demands that `npm test` dies of each with
 * words that name the gate and the place. A clean run comes first. A gate that is a test file or the linters,
 * and was seen in that run, is run alone, as the others take too long.
 *
 * Words on the command line choose the faults whose titles have one of them.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { type Gate, gateOf } from './gate.ts';
import { type Mutant, mutants } from './mutants.ts';
import { makeScratchCopy, removeScratchCopy } from '@agent-conversation/scratch-copy';
import { judge, mutate, type Run, type Verdict } from './verdict.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const asked = process.argv.slice(2);
const chosen = mutants.filter(
  ({ title }) => asked.length === 0 || asked.some((word) => title.includes(word)),
);
if (chosen.length === 0) throw new Error(`No fault has one of these words: ${asked.join(', ')}`);

const copy = makeScratchCopy(root);
try {
  process.exitCode = drift() ? 0 : 1;
} finally {
  removeScratchCopy(copy);
}

function drift(): boolean {
  const control = npm('test');
  if (!control.passed) {
    console.error(`The tests fail without any fault:\n${control.output}`);
    return false;
  }
  const files = globSync('{openapi,packages/*,tools/*}/**/*.test.ts', {
    cwd: copy,
    exclude: ['**/node_modules/**'],
  });
  const verdicts = chosen.map((mutant) => {
    const gate = gateOf(mutant, files);
    // What all the tests do not run is no gate of theirs.
    const isRun = gate !== undefined && control.output.includes(gate.shows);
    const begin = performance.now();
    const run = runAgainst(mutant, isRun ? gate : undefined);
    const verdict = judge(mutant, run);
    report(mutant, verdict, run, (performance.now() - begin) / 1000);
    return verdict;
  });
  const killed = verdicts.filter((verdict) => verdict === 'KILLED').length;
  console.log(`${killed} of ${verdicts.length} faults were killed by their gate.`);
  return killed === verdicts.length;
}

/** @param gate what is run; without it, all the tests */
function runAgainst(mutant: Mutant, gate: Gate | undefined): Run {
  // The run before may have left half a build.
  npm('run', 'build');
  const path = join(copy, mutant.file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, mutate(mutant, text));
  try {
    const turbo = ['exec', '--', 'turbo', 'run', '--continue=dependencies-successful'];
    return gate ? npm(...turbo, ...gate.run) : npm('test');
  } finally {
    writeFileSync(path, text);
  }
}

function npm(...args: string[]): Run {
  const { status, stdout, stderr, error } = spawnSync('npm', args, {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, NO_COLOR: '1', DO_NOT_TRACK: '1' },
  });
  if (error) throw error;
  return { passed: status === 0, output: stdout + stderr };
}

function report({ title, says }: Mutant, verdict: Verdict, { output }: Run, seconds: number): void {
  const color = verdict === 'KILLED' ? 'green' : 'red';
  const time = `${seconds.toFixed(0)} s`.padStart(5);
  console.log(`${styleText(color, verdict.padEnd(10))} ${time} ${title}`);
  if (verdict === 'WRONG-GATE') {
    const missing = says.filter((words) => !output.includes(words));
    console.log(`           does not say: ${missing.join(', ')}\n${output}`);
  }
}
