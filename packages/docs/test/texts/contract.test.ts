/** Every fact of the contract is on its page, and every fact of a page is in the contract. */
import { fileURLToPath } from 'node:url';
import { readEvidence } from '@agent-conversation/cli/evidence';
import { stepsOf, valueAt } from '@agent-conversation/contract';
import { fromHtml } from 'hast-util-from-html';
import { selectAll } from 'hast-util-select';
import { toString } from 'hast-util-to-string';
import { expect, test } from 'vitest';
import { makeSite } from '../../src/build-docs.ts';
import { differencesOf } from '../support/comparison.ts';
import { itemsOf } from '../support/items.ts';
import { contract, files, operations, pages, source } from '../support/site.ts';

const evidence = readEvidence(fileURLToPath(new URL('evidence/', source)));

test('pages say what the contract says, and nothing else', () => {
  const ofContract = [...pages].filter(([path]) =>
    /^(operations|schemas)\//.test(path),
  );
  const items = ofContract.flatMap(([, page]) => itemsOf(page));
  expect(items.length).toBeGreaterThan(500);
  expect(differencesOf(contract, pages, evidence)).toEqual([]);
});

/** One that was added may have nothing that fits. */
const recorded = operations.filter((operation) =>
  evidence.some(({ operationId }) => operationId === operation.operationId),
);

test('each response that has a body has an example', () => {
  expect(recorded.length).toBeGreaterThan(8);
  for (const { operationId, responses } of recorded) {
    const page = pages.get(`operations/${operationId}.html`)!;
    const texts = selectAll('p', page).map(toString);
    const missing = texts.filter((text) => text.endsWith(': no example.'));
    const empty = Object.values(responses).filter(({ content }) => !content);
    expect(missing, operationId).toHaveLength(empty.length);
  }
});

const limit = '/components/parameters/Limit';
const sandbox = '/components/schemas/Sandbox';
const message = '/components/schemas/Message/properties';
const pause = '/paths/~1api~1v1~1sandboxes~1{sandbox_id}~1pause/post';
const search = '/paths/~1api~1v1~1sandboxes~1search/get';

/** A part of the contract that is changed after the pages were built; without a value it is removed. */
interface ContractFault {
  readonly pointer: string;
  readonly value?: unknown;
  readonly reported: string;
}

test.each<ContractFault>([
  {
    pointer: `${limit}/schema/default`,
    value: 20,
    reported: 'searchSandboxes.query.limit: has the default 100, not 20',
  },
  {
    pointer: `${limit}/schema/maximum`,
    reported: 'searchSandboxes.query.limit: has the maximum 100, not none',
  },
  {
    pointer: `${limit}/schema/multipleOf`,
    value: 5,
    reported: 'searchSandboxSpecs.query.limit: has the multipleOf none, not 5',
  },
  {
    pointer: `${limit}/schema/x-unknown`,
    value: 'new',
    reported:
      'searchSandboxSpecs.query.limit: has the x-unknown none, not "new"',
  },
  {
    pointer: `${limit}/schema/type`,
    value: 'number',
    reported:
      'searchSandboxes.query.limit: has the type "integer", not [{"type":"number"}]',
  },
  {
    pointer: `${limit}/required`,
    value: true,
    reported: 'searchSandboxes.query.limit: has the required none, not true',
  },
  {
    pointer: `${limit}/example`,
    value: 7,
    reported: 'searchSandboxes.query.limit: has the example 20, not 7',
  },
  {
    pointer: `${limit}/in`,
    value: 'header',
    reported: 'searchSandboxes.query.limit: is not declared',
  },
  {
    pointer: '/components/parameters/AppConversationIds/explode',
    value: false,
    reported:
      'listAppConversations.query.ids: has the sent "form true", not "commas"',
  },
  {
    pointer: '/components/headers/RetryAfter/schema/minimum',
    value: 1,
    reported: 'getSettings.429.header.Retry-After: has the minimum 0, not 1',
  },
  {
    pointer: `${message}/run/default`,
    value: true,
    reported:
      'startAppConversation.body.initial_message.run: has the default false, not true',
  },
  {
    pointer: '/components/schemas/TextContent/properties/type/const',
    value: 'words',
    reported:
      'TextContent.type: has the type "`text`", not [{"values":["words"]}]',
  },
  {
    pointer: `${sandbox}/properties/created_at/format`,
    value: 'date',
    reported:
      'Sandbox.created_at: has the type "date-time string", not [{"type":"string","format":"date"}]',
  },
  {
    pointer: `${sandbox}/properties/status_detail/type`,
    value: 'string',
    reported:
      'startSandbox.200.status_detail: has the type "string or null", not [{"type":"string"}]',
  },
  {
    pointer: `${sandbox}/required`,
    value: ['id'],
    reported:
      'searchSandboxes.200.items.status: has the required true, not none',
  },
  {
    pointer: `${sandbox}/properties/region`,
    value: { type: 'string' },
    reported: 'startSandbox.200.region: is missing',
  },
  {
    pointer: `${sandbox}/properties/id`,
    reported: 'Sandbox.id: is not declared',
  },
  {
    pointer: `${sandbox}/properties/session_api_key/x-secret`,
    reported: 'Sandbox.session_api_key: has the x-secret true, not none',
  },
  {
    pointer: `${sandbox}/properties/id/description`,
    value: 'Another id.',
    reported: 'Sandbox.id: lacks its description',
  },
  {
    pointer: '/components/schemas/MessageRole/enum',
    value: ['user'],
    reported:
      'Message.role: has the values user,system,assistant,tool, not user',
  },
  {
    pointer: '/components/schemas/AgentType/enum/1',
    value: 'think',
    reported:
      'startAppConversation.body.agent_type: has the values default,plan, not default,think',
  },
  {
    pointer: '/components/schemas/AppConversationList/items/anyOf/1/type',
    value: 'string',
    reported:
      'listAppConversations.200: has the type "array of (AppConversation or null)", not ' +
      '[{"array":[{"type":"AppConversation"},{"type":"string"}]}]',
  },
  {
    pointer: '/components/schemas/AppConversationList/maxItems',
    value: 20,
    reported: 'AppConversationList: has the maxItems none, not 20',
  },
  {
    pointer: '/components/schemas/Region',
    value: { type: 'string' },
    reported: 'Region: has 0 sections, not 1',
  },
  {
    pointer: `${sandbox}/description`,
    value: 'A box.',
    reported: 'Sandbox: lacks "A box."',
  },
  {
    pointer: `${pause}/summary`,
    value: 'Stop',
    reported: 'pauseSandbox: lacks "Stop"',
  },
  {
    pointer: `${pause}/description`,
    value: 'Halts.',
    reported: 'pauseSandbox: lacks "Halts."',
  },
  {
    pointer: `${pause}/responses/200/description`,
    value: 'Halted.',
    reported: 'pauseSandbox: lacks "Halted."',
  },
  {
    pointer: '/components/securitySchemes/SessionApiKey/name',
    value: 'X-Key',
    reported: 'pauseSandbox: lacks "X-Key"',
  },
  {
    pointer: `${pause}/responses/404`,
    reported: 'pauseSandbox.404: is not declared',
  },
  {
    pointer: `${pause}/responses/409`,
    value: { description: 'In use.' },
    reported: 'pauseSandbox.409: is missing',
  },
  {
    pointer: `${search}/responses/200/content/application~1json/schema/$ref`,
    value: '#/components/schemas/SandboxSpecPage',
    reported:
      'searchSandboxes.200: has the type "SandboxPage", not [{"type":"SandboxSpecPage"}]',
  },
  {
    pointer: '/components/examples/SandboxUnknown/value/detail',
    value: 'No such sandbox',
    reported: 'pauseSandbox: lacks the example SandboxUnknown',
  },
])(
  'a contract in which $pointer is $value differs',
  ({ pointer, value, reported }) => {
    const changed = structuredClone(contract);
    const steps = stepsOf(pointer);
    const key = steps.pop()!;
    const parent = valueAt(
      changed,
      steps.map((step) => `/${step.replaceAll('/', '~1')}`).join(''),
    );
    if (value === undefined) delete (parent as Record<string, unknown>)[key];
    else Object.assign(parent as object, { [key]: value });
    expect(differencesOf(changed, pages, evidence)).toContain(reported);
  },
);

/** A text of a page that is changed. */
interface PageFault {
  readonly path: string;
  readonly text: RegExp;
  readonly replacement: string;
  readonly reported: string;
}

test.each<PageFault>([
  {
    path: 'operations/searchSandboxes.html',
    text: /1 to 100/,
    replacement: '1 to 99',
    reported: 'searchSandboxes.query.limit: has the maximum 99, not 100',
  },
  {
    path: 'operations/searchSandboxes.html',
    text: /1 to 100/,
    replacement: '1 to 100, must be even',
    reported:
      'searchSandboxes.query.limit: has the "must be even" "means no keyword", not none',
  },
  {
    path: 'operations/searchSandboxes.html',
    text: /, default <code>100<\/code>/,
    replacement: '',
    reported: 'searchSandboxes.query.limit: has the default none, not 100',
  },
  {
    path: 'operations/searchSandboxes.html',
    text: /id="searchSandboxes.200"/,
    replacement: '',
    reported: 'searchSandboxes.200: is missing',
  },
  {
    path: 'operations/searchSandboxes.html',
    text: /id="searchSandboxes.200.next_page_id"/,
    replacement: 'id="searchSandboxes.200.next"',
    reported: 'searchSandboxes.200.next_page_id: is missing',
  },
  {
    path: 'operations/searchSandboxes.html',
    text: /<p>Body: .*<\/p>/,
    replacement: '',
    reported: 'searchSandboxes.200: has 0 types, not 1',
  },
  {
    path: 'operations/pauseSandbox.html',
    text: /Not Found"/g,
    replacement: 'Gone"',
    reported: 'pauseSandbox: lacks the example SandboxUnknown',
  },
  {
    path: 'schemas/errors.html',
    text: /<em>string<\/em>/,
    replacement: '<em>integer</em>',
    reported:
      'CreateConversationBadRequestBody.CreateConversationErrorBody.message: has the type ' +
      '"integer", not [{"type":"string"}]',
  },
])(
  'a page in which $text is "$replacement" differs',
  ({ path, text, replacement, reported }) => {
    const html = files.get(path)!;
    const changed = html.replace(text, () => replacement);
    expect(changed).not.toBe(html);
    const faulty = new Map(pages).set(path, fromHtml(changed));
    expect(differencesOf(contract, faulty, evidence)).toContain(reported);
  },
);

test('a build fails at a keyword that no page shows', async () => {
  const changed = structuredClone(contract);
  const schema = valueAt(changed, `${sandbox}/properties/id`);
  Object.assign(schema as object, { xml: { name: 'sandbox-id' } });
  const bundle = { json: JSON.stringify(changed), yaml: '' };
  const site = makeSite({
    bundle,
    sources: source,
    address: 'https://docs.example/',
  });
  await expect(site).rejects.toThrow(
    `No page shows \`xml\` of ${sandbox}/properties/id.`,
  );
});
