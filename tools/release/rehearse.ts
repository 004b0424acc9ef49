/** The next release in a clone, with all that CI checks. */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CheckError } from './context.ts';
import { run, runVisibly } from './run.ts';

/**
 * Makes and commits the next release in a clone of this repository, and runs all checks there: those of `npm run check`
 * also pack, publish, install and run the packages. Takes as long as CI.
 *
 * @throws {CheckError} naming the command that failed
 */
export async function rehearse(root: string, report: (line: string) => void): Promise<void> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'rehearsal-'));
  const clone = join(folder.path, 'repository');
  await run(root, 'git', ['clone', '--quiet', root, clone]);
  const inClone = async (...command: readonly [string, ...string[]]) => {
    const typed = command.join(' ');
    report(`\n$ ${typed}`);
    if (!(await runVisibly(clone, command))) throw new CheckError(`The release fails: ${typed}`);
  };
  await inClone('npm', 'ci');
  await inClone('npm', 'run', 'release', '--', 'version');
  await commitAll(clone);
  await inClone('npm', 'test');
  await inClone('npm', 'run', 'check');
  report('\nThe release passes.');
}

async function commitAll(clone: string): Promise<void> {
  const author = ['-c', 'user.name=Rehearsal', '-c', 'user.email=rehearsal@example.org'];
  await run(clone, 'git', ['add', '--all']);
  await run(clone, 'git', [...author, 'commit', '--quiet', '--message', 'Release']);
}
