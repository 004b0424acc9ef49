/** What the guide of the documentation shows of the commands. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '@agent-conversation/shared/process';
import { fillIn, readGuide, visible } from '@agent-conversation/e2e/guide';
import { expect, test } from 'vitest';
import { listEditions } from '../commands/list.ts';
import { introduction } from '../commands/start.ts';

const guide = readFileSync(
  join(repository, 'packages/docs/guides/running-the-service.md'),
  'utf8',
);
const blocks = readGuide(guide).flat();
const npm =
  '\n> agent-conversation-api@0.1.0 editions\n> node tools/editions/main.ts\n\n';

test.each([
  { command: 'list', printed: listEditions('/home/ada/.cache/editions') },
  {
    command: 'start 1.5.0',
    printed: introduction('1.5.0', 'http://127.0.0.1:3000', '0123456789abcdef'),
  },
])('the guide shows what `$command` prints', ({ command, printed }) => {
  const block = blocks.find(
    ({ code }) => code === `npm run editions -- ${command}\n`,
  );
  const seen = visible(npm + printed);
  expect(fillIn(String(block?.prints), seen)).toBe(seen);
});
