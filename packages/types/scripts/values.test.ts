import { edit } from '@agent-conversation/editor';
import {
  agentTypeValues,
  conversationTriggerValues,
  sandboxStatusValues,
} from '@agent-conversation/types';
import { expect, test } from 'vitest';

const folder = new URL('./', import.meta.url);
const imports = `import type {
  AppConversation, AppConversationStartRequest, AppConversationStartTask, Sandbox, SandboxStatus,
} from '@agent-conversation/types';
`;

const editor = edit(
  folder,
  `${imports}
export const isUp = (sandbox: Sandbox) => sandbox.status === '';
export const isOurs = ({ trigger }: AppConversation) => trigger === '';
export const planning: AppConversationStartRequest = { agent_type: '' };
`,
);

test.each([
  ['an answer', 'sandbox.status === ', sandboxStatusValues],
  ['an answer that may be null', 'trigger === ', conversationTriggerValues],
  ['a request', 'agent_type: ', agentTypeValues],
])('an editor offers the known values for a member of %s', (_, place, want) => {
  expect(editor.complete(place).toSorted()).toEqual(want.toSorted());
});

test.each([
  ['an answer', `Sandbox['status']`],
  ['an answer that may be null', `AppConversation['trigger']`],
])('a value of %s may be new', (_, type) => {
  expect(edit(folder, `${imports}export const value: ${type} = 'NEW';`).faults()).toEqual([]);
});

test.each([
  ['a request', `AppConversationStartRequest['agent_type']`],
  ['a request that an answer repeats', `AppConversationStartTask['request']['trigger']`],
  ['an enumeration', 'SandboxStatus'],
])('a value of %s may not be new', (_, type) => {
  const faults = edit(folder, `${imports}export const value: ${type} = 'NEW';`).faults();
  expect(faults.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Type '"NEW"' is not assignable to type/),
  ]);
});

test.each([
  ['null', 'null'],
  ['a number', '12'],
])('a value of an answer is not %s', (_, value) => {
  const faults = edit(
    folder,
    `${imports}export const value: Sandbox['status'] = ${value};`,
  ).faults();
  expect(faults.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Type '\w+' is not assignable to type/),
  ]);
});
