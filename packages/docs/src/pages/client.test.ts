import { readFileSync } from 'node:fs';
import type { ContractOperation } from '@agent-conversation/contract';
import { expect, test } from 'vitest';
import { clientPage } from './client.ts';

const reference = readFileSync(
  new URL('../../../client/API.md', import.meta.url),
  'utf8',
);
const operations = [
  {
    operationId: 'pauseSandbox',
    method: 'post',
    path: '/api/v1/sandboxes/{sandbox_id}/pause',
  },
] as unknown as ContractOperation[];
const guides = new Map([
  [
    'getting-started',
    '# Start\n\n```sh\nls\n```\n\n```ts\nconst a = 1;\n```\n',
  ],
]);
const linkTo = (kind: string, name: string) => `${kind}/${name}.md`;
const page = clientPage({ operations, guides, linkTo }, reference);

test('begins with how to install the client, and the example of the guide', () => {
  expect(page).toContain('[Install it](guide/getting-started.md#install)');
  expect(page).toContain('```ts\nconst a = 1;\n```');
});

test('has each section of the reference of the package, with its name as id', () => {
  const names = [...reference.matchAll(/^### `(.+)`$/gm)].map(
    ([, name]) => name,
  );
  expect(names).toContain('client.sandboxes.waitUntil');
  const ids = [...page.matchAll(/^:+section\{id="(.*)"\}\n\n### `(.+)`$/gm)];
  expect(ids.map(([, , name]) => name)).toEqual(names);
  for (const [, id = '', name = ''] of ids)
    expect([name, `${name}-2`]).toContain(id);
  expect(new Set(ids.map(([, id]) => id)).size).toBe(names.length);
});

test('lists the properties of a section under its id', () => {
  expect(page).toMatch(
    /^:+properties\{id="ClientOptions"\}\n\n- `baseUrl` _`string`_, optional, default/m,
  );
});

test('links lead to sections of the page, and requests to their operations', () => {
  const [rows = ''] = /^\| Method[^]*?\n\n/m.exec(page) ?? [];
  expect(rows).toContain('[`client.sandboxes.pause`](#client.sandboxes.pause)');
  const request =
    '[`POST /api/v1/sandboxes/{sandbox_id}/pause`](operation/pauseSandbox.md)';
  expect(page).toContain(`- ${request} (\`pauseSandbox\`), retries: safe`);
  // Headings of resources are named after their text.
  const targets = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(
    ([, id = '']) => id,
  );
  const others = targets.filter((id) => !page.includes(`section{id="${id}"}`));
  const resources = [...page.matchAll(/^## (client\.\w+)$/gm)].map(
    ([, name = '']) => name,
  );
  expect(resources.length).toBeGreaterThan(4);
  const slugs = resources.map((name) => name.replace('.', '').toLowerCase());
  expect(new Set(others)).toEqual(new Set(slugs));
});
