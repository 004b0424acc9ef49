import { readFileSync } from 'node:fs';
import contract from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { edit } from '@agent-conversation/testing/editor';
import * as values from '@agent-conversation/types';
import { expect, test } from 'vitest';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const example = /```ts\n(.*?)```/s.exec(readme)![1]!;
const incomplete = example
  .replace(/^import .*$/m, '')
  .replaceAll(/(const|function) (\w+)/g, '$1 $2Incomplete')
  .replace("    case 'PAUSED':\n", '');

// One program for all tests, as each loads the types again: the README's example as it is and with a case left out,
// what an editor shows, and mistakes.
const notAssignable = /^Type .* is not assignable/;
const mistakes = [
  ["planning: AppConversationStartRequest = { agent_type: '' }", notAssignable],
  [
    "newInRequest: AppConversationStartRequest['agent_type'] = 'NEW'",
    notAssignable,
  ],
  [
    "newInRepeated: AppConversationStartTask['request']['trigger'] = 'NEW'",
    notAssignable,
  ],
  ["newInEnum: State = 'NEW'", notAssignable],
  ["nullInResponse: Box['status'] = null", notAssignable],
  ["numberInResponse: Box['status'] = 12", notAssignable],
  [
    'tools = ({ mcp_config }: Settings) => mcp_config.sse_servers',
    /'mcp_config' is possibly 'nu/,
  ],
  [
    'token = (it: Settings) => it.provider_tokens_set.github',
    /tokens_set' is possibly 'null'/,
  ],
] as const;
const source = `
import type {
  AppConversation, AppConversationStartRequest, AppConversationStartTask, Sandbox as Box, SandboxStatus as State,
  Settings,
} from '@agent-conversation/types';
${example}
export const look = (it: Box) => [it.exposed_urls, it.status === ''];
export const isOurs = ({ trigger }: AppConversation) => trigger === '';
export const newInResponse: Box['status'] = 'NEW';
export const newInNullable: AppConversation['trigger'] = 'NEW';
export const unset: Settings = { llm_api_key_set: false, mcp_config: null, provider_tokens_set: null };
export const sent: Settings['mcp_config'] = { sse_servers: [{ url: 'https://tools', api_key: null }] };
${incomplete}
${mistakes.map(([code]) => `export const ${code};\n`).join('')}`;
const editor = edit(new URL('./', import.meta.url), source);

const { Sandbox, SandboxStatus } = contract.components.schemas;
const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

test.each([
  ['Sandbox as', Sandbox.description],
  [
    'SandboxStatus as',
    `\`PAUSED\`: ${SandboxStatus['x-enumDescriptions'].PAUSED}`,
  ],
  ['exposed_urls', Sandbox.properties.exposed_urls.description],
])('hovering over %s shows: %s', (name, text) => {
  expect(inOneLine(editor.hover(name).docs)).toContain(inOneLine(text));
});

test.each([
  {
    title: 'a response',
    text: 'status === ',
    want: values.sandboxStatusValues,
  },
  {
    title: 'a response that may be null',
    text: 'trigger === ',
    want: values.conversationTriggerValues,
  },
  {
    title: 'a request',
    text: 'agent_type: ',
    want: values.agentTypeValues,
  },
])(
  'an editor offers the known values of a property of $title',
  ({ text, want }) => {
    expect(editor.complete(text).toSorted()).toEqual(want.toSorted());
  },
);

test('the README compiles; a forgotten value, and unknown values outside of responses do not', () => {
  const lines = source.split('\n');
  const faults = editor
    .faults()
    .map(({ line, message }) => [lines[line - 1], message]);
  expect(faults).toEqual([
    [
      expect.stringContaining('Incomplete'),
      expect.stringContaining('lacks ending return'),
    ],
    ...mistakes.map(([code, message]) => [
      `export const ${code};`,
      expect.stringMatching(message),
    ]),
  ]);
});
