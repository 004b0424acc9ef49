import { format, resolveConfig } from 'prettier';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { closeServers, endPrograms } from '../support.ts';
import { failures } from './failures.ts';
import { requests, responses } from './messages.ts';
import type { Row } from './rows.ts';
import { methods, openapiFetch } from './subjects.ts';
import { aborts, deadlines } from './time.ts';
import { waits } from './waits.ts';

const page = fileURLToPath(new URL('../../BEHAVIOUR.md', import.meta.url));
const sections = [requests, responses, ...failures, deadlines, aborts, waits];
const rows = sections.flatMap((section) => section.rows);

afterAll(closeServers);
afterAll(endPrograms);

describe.concurrent('the methods', () => {
  test.each(rows)('when $when', async ({ expected, run }) => {
    expect(await run(methods)).toBe(expected);
  });
});

describe.concurrent('the entry openapi-fetch', () => {
  test.each(rows.filter((it) => it.openapiFetch !== null))('when $when', async (row) => {
    expect(await row.run(openapiFetch)).toBe(row.openapiFetch ?? row.expected);
  });
});

test('BEHAVIOUR.md is up to date', async () => {
  expect(new Set(rows.map(({ when }) => when)).size).toBe(rows.length);
  const parts = sections.map((section) => {
    const isShared = section.rows.some((it) => it.openapiFetch !== null);
    const head = isShared
      ? '| When … | the client … | openapi-fetch … |'
      : '| When … | the client … |';
    const lines = section.rows.map((it) =>
      isShared ? line(it) : line(it).replace(/[^|]*\|$/, ''),
    );
    const rule = head.replaceAll(/[^|]+/g, ' --- ');
    return [`## ${section.title}\n`, head, rule, ...lines, ''].join('\n');
  });
  const config = await resolveConfig(page);
  const text = await format([introduction, ...parts].join('\n'), { ...config, filepath: page });
  await expect(text).toMatchFileSnapshot(page);
});

const introduction = `# What the client does when something goes wrong

The tests write this page: each row is what the client did in one of them, against a server on loopback that does
what the left column says. A test fails when the client does anything else. The right column is the entry
\`@agent-conversation/client/openapi-fetch\`: "–" where it has no such call.
`;

function line({ when, expected, openapiFetch: other }: Row): string {
  return `| ${when} | ${expected} | ${other === null ? '–' : (other ?? 'the same')} |`;
}
