import { readFileSync } from 'node:fs';
import { toHtml } from 'hast-util-to-html';
import { expect, test } from 'vitest';
import { BuildError } from '../sources/read-source.ts';
import { contract } from '../testing.ts';
import { patch } from './load.ts';
import { createPropertyLists } from './property-lists.ts';

const lists = createPropertyLists(contract, (name) =>
  name in contract.components.schemas ? `site:schemas#${name}` : undefined,
);

test.each([
  ['SandboxPage', /id="x\.items\.session_api_key">.{0,400}?badge secret/],
  ['Settings', /id="x\.mcp_config\.sse_servers\.timeout">.{0,400}?badge observed/],
  ['Message', /href="site:schemas#TextContent".*href="site:schemas#ImageContent"/],
])('%s has its badges and alternatives, nested ones included', async (name, want) => {
  expect(toHtml(await lists.ofSchema({ $ref: `#/components/schemas/${name}` }, 'x'))).toMatch(want);
});

test('rejects a script of Redoc without exactly one occurrence to patch', () => {
  const script = readFileSync(new URL(import.meta.resolve('redoc')), 'utf8');
  expect(patch(script)).not.toBe(script);
  expect(() => patch('')).toThrow(BuildError);
  expect(() => patch(script + script)).toThrow(BuildError);
});
