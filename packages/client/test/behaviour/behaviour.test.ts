import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { endPrograms } from '../support/child.ts';
import { closeServers } from '../support/server.ts';
import { pageOf } from './page.ts';
import { subjects } from './subjects.ts';

const page = fileURLToPath(new URL('../../BEHAVIOUR.md', import.meta.url));
/** What the client did, by what happened. */
const seen = new Map<string, string>();

afterAll(closeServers);
afterAll(endPrograms);

describe.concurrent.each(subjects)('$title', ({ rows }) => {
  test.each(rows)('when $when', async ({ when, expected, run }) => {
    const lines = await run();
    seen.set(when, lines);
    expect(lines).toBe(expected);
  });
});

test('BEHAVIOUR.md is up to date', async () => {
  const titles = subjects.flatMap(({ rows }) => rows.map(({ when }) => when));
  expect(new Set(titles).size).toBe(titles.length);
  await expect(await pageOf(page, subjects, seen)).toMatchFileSnapshot(page);
});
