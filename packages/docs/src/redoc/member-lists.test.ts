import { toHtml } from 'hast-util-to-html';
import { expect, test } from 'vitest';
import { contract } from '../testing.ts';
import { createMemberLists } from './member-lists.ts';

const lists = createMemberLists(contract, (name) =>
  name in contract.components.schemas ? `site:schemas#${name}` : undefined,
);

test('secrets and origins are marked, deeper ones too', async () => {
  const html = toHtml(await lists.ofSchema({ $ref: '#/components/schemas/SandboxPage' }, 'page'));
  expect(html).toMatch(/id="page\.items\.session_api_key">.{0,400}?badge secret/);
  const settings = toHtml(await lists.ofSchema({ $ref: '#/components/schemas/Settings' }, 's'));
  expect(settings).toMatch(/id="s\.mcp_config\.sse_servers\.timeout">.{0,400}?badge observed/);
});

test('the alternatives of a union are named, and lead to their schemas', async () => {
  const html = toHtml(await lists.ofSchema({ $ref: '#/components/schemas/Message' }, 'message'));
  expect(html).toContain('href="site:schemas#TextContent"');
  expect(html).toContain('href="site:schemas#ImageContent"');
});
