/** What the `COMMAND.md` of a published command must have. */
import { type Command, runCommand } from '@agent-conversation/cli';
import { commandReference } from '@agent-conversation/cli/reference';
import { format, resolveConfig } from 'prettier';
import { expect } from 'vitest';

/** Expects a file to be what a command defines. @param workspace the folder of its package, such as `packages/mock` */
export async function expectRecorded(
  command: Command,
  filepath: string,
  workspace: string,
): Promise<void> {
  const text = commandReference(command, workspace);
  const options = await resolveConfig(filepath);
  const reference = await format(text, { ...options, filepath });
  await expect(reference).toMatchFileSnapshot(filepath);
}

/** Expects a reference to have every option of the help, and every exit code. */
export async function expectComplete(
  command: Command,
  reference: string,
): Promise<void> {
  let help = '';
  await runCommand(command, ['--help'], {
    out: (part) => (help += part),
    err: () => {},
  });
  const options = [...help.matchAll(/^  (?:-\w, )?(--[a-z-]+)/gm)].map(
    ([, option = '']) => option,
  );
  expect(options.length).toBeGreaterThan(10);
  for (const option of options) {
    expect(reference).toMatch(new RegExp(`^- \`(?:-\\w, )?${option}\``, 'm'));
  }
  for (const exitCode of Object.keys(command.exitCodes)) {
    expect(reference).toContain(`- \`${exitCode}\`\n`);
  }
}
