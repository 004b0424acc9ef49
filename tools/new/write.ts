import { CommandError } from '@agent-conversation/cli';
import { type FileChange, writeFiles } from '@agent-conversation/cli/files';
import type { SourceFiles } from '@agent-conversation/cli/source';
import { runProgram } from '@agent-conversation/shared/process';

/**
 * Writes the files that differ, all of them or none, and formats them as `npm run format` does.
 *
 * @returns a line with the name of each
 * @throws {CommandError} if one of them cannot be formatted, such as YAML that is malformed
 */
export async function writeFormatted(
  sources: SourceFiles,
  changes: readonly FileChange[],
): Promise<string> {
  const { root } = sources;
  const differing = changes.filter(({ file, content }) => {
    return !sources.exists(file) || sources.text(file) !== content;
  });
  writeFiles(root, differing);
  const written = differing
    .filter(({ content }) => content !== undefined)
    .map(({ file }) => file);
  const args = ['--write', '--ignore-unknown', ...written];
  const { ok, output } = await runProgram('prettier', args, { cwd: root });
  if (!ok)
    throw new CommandError(
      `Files were written that cannot be formatted:\n${output}`,
    );
  return written.map((file) => `${file}\n`).join('');
}
