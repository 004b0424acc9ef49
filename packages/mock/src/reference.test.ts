import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  expectComplete,
  expectRecorded,
} from '@agent-conversation/testing/command-reference';
import { test } from 'vitest';
import { mockCommand } from './command.ts';

const command = mockCommand(() => 0);
const filepath = fileURLToPath(new URL('../COMMAND.md', import.meta.url));

test('COMMAND.md is what the command defines; `npm run record` updates it', async () => {
  await expectRecorded(command, filepath, 'packages/mock');
});

test('it has every option of the help, and what the program exits with', async () => {
  await expectComplete(command, readFileSync(filepath, 'utf8'));
});
