import { toString } from 'hast-util-to-string';
import { toHtml } from 'hast-util-to-html';
import { expect, test } from 'vitest';
import { calls, type Schema } from '../contract.ts';
import { contract } from '../testing.ts';
import { createMemberLists } from './member-lists.ts';

const schemas = Object.entries(contract.components.schemas);
const lists = createMemberLists(contract, (name) =>
  name in contract.components.schemas ? `site:schemas#${name}` : undefined,
);

test.each(schemas)('every member, value and text of %s is shown', async (name, schema) => {
  const root: Schema = { $ref: `#/components/schemas/${name}` };
  const shown = await lists.ofSchema(root, name);
  const html = toHtml(shown);
  for (const [member, part] of Object.entries(schema.properties ?? {})) {
    expect(html).toContain(`<li class="member" id="${name}.${member}">`);
    const [first = ''] = (part.description ?? '').split('\n');
    expect(shown.map((list) => toString(list)).join('')).toContain(first.replaceAll('`', ''));
  }
  for (const value of schema.enum ?? []) expect(html).toContain(`<code>${String(value)}</code>`);
});

test.each(calls(contract))('every parameter of $operation.operationId is shown', async (call) => {
  const { parameters, operation } = call;
  const html = toHtml(await lists.ofParameters(parameters, operation.operationId));
  for (const { name, in: place } of parameters) {
    expect(html).toContain(`id="${operation.operationId}.${place}.${name}"`);
  }
  expect(html.match(/class="member"/g)?.length ?? 0).toBe(parameters.length);
});

test('secrets and origins are marked, deeper ones too', async () => {
  const html = toHtml(await lists.ofSchema({ $ref: '#/components/schemas/SandboxPage' }, 'page'));
  expect(html).toMatch(/id="page\.items\.session_api_key">.{0,400}?badge secret/);
  const settings = toHtml(await lists.ofSchema({ $ref: '#/components/schemas/Settings' }, 's'));
  expect(settings).toMatch(/id="s\.provider_tokens_set\.property-name">.{0,400}?badge observed/);
});

test('the alternatives of a union are named, and lead to their schemas', async () => {
  const html = toHtml(await lists.ofSchema({ $ref: '#/components/schemas/Message' }, 'message'));
  expect(html).toContain('href="site:schemas#TextContent"');
  expect(html).toContain('href="site:schemas#ImageContent"');
});
