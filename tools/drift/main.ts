/**
 * Breaks a copy of the repository, one fault at a time, and demands that `npm test` dies of each with
 * words that name the gate and the place. A clean run comes first.
 *
 * Words on the command line choose the faults whose titles have one of them.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { styleText } from 'node:util';
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
  const verdicts = chosen.map((mutant) => {
    const run = runAgainst(mutant);
    const verdict = judge(mutant, run);
    report(mutant, verdict, run);
    return verdict;
  });
  const killed = verdicts.filter((verdict) => verdict === 'KILLED').length;
  console.log(`${killed} of ${verdicts.length} faults were killed by their gate.`);
  return killed === verdicts.length;
}

function runAgainst(mutant: Mutant): Run {
  // The run before may have left half a build.
  npm('run', 'build');
  const path = join(copy, mutant.file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, mutate(mutant, text));
  try {
    return npm('test');
  } finally {
    writeFileSync(path, text);
  }
}

function npm(...args: string[]): Run {
  const { status, stdout, stderr, error } = spawnSync('npm', args, {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, NO_COLOR: '1' },
  });
  if (error) throw error;
  return { passed: status === 0, output: stdout + stderr };
}

function report({ title, says }: Mutant, verdict: Verdict, { output }: Run): void {
  const color = verdict === 'KILLED' ? 'green' : 'red';
  console.log(`${styleText(color, verdict.padEnd(10))} ${title}`);
  if (verdict === 'WRONG-GATE') {
    const missing = says.filter((words) => !output.includes(words));
    console.log(`           does not say: ${missing.join(', ')}\n${output}`);
  }
}
