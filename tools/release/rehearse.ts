/** The next release in a clone, with all that CI checks. */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '@agent-conversation/shared/process';
import { CheckError } from './context.ts';
import { run, stop } from './run.ts';

/**
 * Makes and commits the next release in a clone of this repository, and runs all checks there: those of `npm run check`
 * also pack, publish, install and run the packages. Takes as long as CI.
 *
 * @throws {CheckError} naming the command that failed
 */
export async function rehearse(
  root: string,
  report: (text: string) => void,
): Promise<void> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'rehearsal-'));
  const clone = join(folder.path, 'repository');
  await run(root, 'git', ['clone', '--quiet', root, clone]);
  const inClone = async (program: string, ...args: readonly string[]) => {
    const command = [program, ...args].join(' ');
    report(`\n$ ${command}\n`);
    const options = { cwd: clone, onOutput: report, signal: stop.signal };
    const { ok } = await runProgram(program, args, options);
    stop.signal.throwIfAborted();
    if (!ok) throw new CheckError(`The release fails: ${command}`);
  };
  await inClone('npm', 'ci');
  await inClone('npm', 'run', 'release', '--', 'version');
  await commitAll(clone);
  await inClone('npm', 'test');
  await inClone('npm', 'run', 'check');
  report('\nThe release passes.\n');
}

async function commitAll(clone: string): Promise<void> {
  const author = [
    '-c',
    'user.name=Rehearsal',
    '-c',
    'user.email=rehearsal@example.org',
  ];
  await run(clone, 'git', ['add', '--all']);
  await run(clone, 'git', [
    ...author,
    'commit',
    '--quiet',
    '--message',
    'Release',
  ]);
}
