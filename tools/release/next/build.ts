import { failure } from '../failure.ts';
import { run } from '../run.ts';

/**
 * Builds workspaces of a repository, and what they need.
 *
 * @param folders from the root
 * @throws {ReleaseError} with what the build says, when it fails
 */
export async function build(root: string, folders: readonly string[]): Promise<void> {
  const { passed, stdout, stderr } = await run(root, [
    'turbo',
    'run',
    'build',
    ...folders.map((folder) => `--filter=./${folder}`),
    '--output-logs=errors-only',
    '--log-prefix=none',
  ]);
  if (passed) return;
  const said = stdout.split('\n').filter((line) => line.trim() !== '' && !noise.test(line));
  throw failure('The release does not build', said.length > 0 ? said.join('\n') : stderr);
}

/** What turbo and npm write around what a build says. */
const noise = /^(npm (error|warn)|> |•| {3}•|cache miss| *(Tasks|Cached|Time|Failed):|\S+#build: )/;
