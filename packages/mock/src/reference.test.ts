import { fileURLToPath } from 'node:url';
import { runCommand } from '@agent-conversation/cli';
import { commandReference } from '@agent-conversation/cli/reference';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { mockCommand } from './command.ts';

const command = mockCommand(() => 0);
const filepath = fileURLToPath(new URL('../COMMAND.md', import.meta.url));
const text = commandReference(command, 'packages/mock');
const reference = await format(text, { ...(await resolveConfig(filepath)), filepath });

test('COMMAND.md is what the command defines; `npm run record` updates it', async () => {
  await expect(reference).toMatchFileSnapshot(filepath);
});

test('it has every option of the help, and what the program exits with', async () => {
  let help = '';
  await runCommand(command, ['--help'], { out: (part) => (help += part), err: () => {} });
  const options = [...help.matchAll(/^  (?:-\w, )?(--[a-z-]+)/gm)].map(([, option = '']) => option);
  expect(options.length).toBeGreaterThan(10);
  for (const option of options) {
    expect(reference).toMatch(new RegExp(`^- \`(?:-\\w, )?${option}\``, 'm'));
  }
  for (const exitCode of Object.keys(command.exitCodes)) {
    expect(reference).toContain(`- \`${exitCode}\`\n`);
  }
});
