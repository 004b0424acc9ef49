import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandPage } from './commands.ts';

const linkTo = (kind: string, name: string) => `../${kind}/${name}.md`;
const guides = new Map([
  [
    'testing',
    '# Test\n\n```sh\nnpm exec --no -- agent-conversation-mock --port 1\n```\n',
  ],
  [
    'checking',
    '# Check\n\n```sh\nnpm exec --no -- agent-conversation-conformance --seed 1\n```\n',
  ],
  [
    'paging',
    '# Paging\n\n```sh\nnpm exec --no -- agent-conversation-mock --port 2\n```\n',
  ],
]);

test.each([
  {
    name: 'mock',
    users: '[Test](../guide/testing.md), [Paging](../guide/paging.md)',
  },
  { name: 'conformance', users: '[Check](../guide/checking.md)' },
])(
  '$name: has every option, exit code and variable of the reference of the package',
  ({ name, users }) => {
    const file = new URL(`../../../${name}/COMMAND.md`, import.meta.url);
    const reference = readFileSync(file, 'utf8');
    const page = commandPage({ guides, linkTo }, { name, reference });
    expect(page).toMatch(new RegExp(`^# agent-conversation-${name}\n\n`));
    expect(page).toContain(`-- agent-conversation-${name} --`);
    expect(page).toContain(`Guides that use it: ${users}.`);

    const items = reference.match(/^- `.*/gm)!;
    expect(items.length).toBeGreaterThan(15);
    const containers = page.matchAll(
      /^:::properties\{id="(.*)"\}\n([^]*?)^:::$/gm,
    );
    const listed = [...containers].map(
      ([, id, text = '']) => [id, text.match(/^- `.*/gm)!] as const,
    );
    expect(listed.flatMap(([, each]) => each)).toEqual(items);
    expect([...new Set(listed.map(([id]) => id))]).toEqual([
      'options',
      'environment-variables',
      'exit-codes',
    ]);
  },
);
