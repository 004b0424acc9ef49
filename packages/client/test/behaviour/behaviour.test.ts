/**
 * The clients do what BEHAVIOUR.md says. `vitest run test/behaviour -u` writes what they do, and fails where that is
 * new.
 */
import { format, resolveConfig } from 'prettier';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { connections, redirects, retries } from './failures.ts';
import { requests, responses } from './messages.ts';
import { methods, openapiFetch } from './subjects.ts';
import { aborts, deadlines } from './time.ts';
import { waits } from './waits.ts';

const sections = Object.entries({
  'What is sent': requests,
  Responses: responses,
  Redirects: redirects,
  Connections: connections,
  Retries: retries,
  Time: deadlines,
  Aborts: aborts,
  Waiting: waits,
});
const rows = sections.flatMap(([, section]) => Object.entries(section));
/** What only the methods do: following pages, and waiting. */
const others = [
  'the third page leads back to the second',
  'a wait goes from page to page of a search that has no last one',
  ...Object.keys(waits),
];
const page = fileURLToPath(new URL('../../BEHAVIOUR.md', import.meta.url));
/** The cells of the page, and of the clients, by what goes wrong. */
const documented = new Map(
  readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(/ +\| /))
    .map(([when = '', ...cells]) => [
      when.trim(),
      cells.map((it) => it.trim()),
    ]),
);
const seen = new Map<string, string[]>(rows.map(([when]) => [when, []]));

describe.concurrent.each([
  {
    title: 'the methods',
    subject: methods,
    ownRows: rows,
  },
  {
    title: 'the entry openapi-fetch',
    subject: openapiFetch,
    ownRows: rows.filter(([when]) => !others.includes(when)),
  },
] as const)('$title', ({ subject, ownRows }) => {
  const column = subject === methods ? 0 : 1;
  test.each(ownRows)('when %s', async (when, run) => {
    const outcome = await run(subject);
    seen.get(when)![column] = outcome;
    const cells = documented.get(when) ?? [];
    expect(outcome).toBe(
      cells[column] === 'the same' ? cells[0] : cells[column],
    );
  });
});

test('BEHAVIOUR.md has these rows and no others', async () => {
  const parts = sections.map(([title, section]) => {
    const lines = Object.keys(section).map((when) => {
      const [own, other = '–'] = seen.get(when)!;
      return [when, own, other === own ? 'the same' : other];
    });
    const head = ['When …', 'the client …', 'openapi-fetch …'];
    const columns = section === waits ? 2 : 3;
    const table = [head, head.map(() => '---'), ...lines]
      .map((cells) => `| ${cells.slice(0, columns).join(' | ')} |\n`)
      .join('');
    return `## ${title}\n\n${table}`;
  });
  const config = await resolveConfig(page);
  const text = await format([introduction, ...parts].join('\n'), {
    ...config,
    filepath: page,
  });
  await expect(text).toMatchFileSnapshot(page);
});

const introduction = `# What the client does when something goes wrong

The tests write this page: each row is what the client did in one of them, against a server on loopback that does
what the left column says. A test fails when the client does anything else. The right column is the entry
\`@agent-conversation/client/openapi-fetch\`: "–" where it has no such call.
`;
