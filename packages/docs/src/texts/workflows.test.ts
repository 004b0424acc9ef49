import { expect, test } from 'vitest';
import type { Arazzo } from './arazzo.ts';
import { conditionInWords, valueInWords } from './runtime-expressions.ts';
import { linkTo } from './testing.ts';
import { workflowMarkdown } from './workflows.ts';

test('a workflow has its inputs and outputs, and its steps with what they call, send, require and return', () => {
  const step = {
    stepId: 'look',
    description: 'Looks.',
    operationId: 'findLamp',
    parameters: [{ name: 'room', in: 'query', value: '$inputs.room' }],
    requestBody: { payload: { on: true } },
    successCriteria: [{ condition: '$statusCode == 200' }],
    outputs: { lamp: '$response.body#/id' },
  };
  const workflow = {
    workflowId: 'useLamp',
    inputs: { properties: { room: { type: 'string', description: 'A room.' } } },
    steps: [step],
    outputs: { lamp: '$steps.look.outputs.lamp' },
  };
  const markdown = workflowMarkdown({ info: { title: 'Lamps' }, workflows: [workflow] }, linkTo);
  for (const text of [
    '## useLamp\n',
    '- `room` (string, optional): A room.',
    '1. **look**: Looks.',
    '(operation:findLamp)',
    '`room`: the input `room`.',
    '```json',
    'Must hold: the status is `200`',
    'Hands on `lamp`: `id` of the answer',
    '- `lamp`: the `lamp` of step `look`',
  ]) {
    expect(markdown).toContain(text);
  }
  expect(markdown).not.toMatch(/\$(inputs|steps|response|statusCode)/);
});

test.each([
  ['$inputs.apiKey', 'the input `apiKey`'],
  ['$steps.start.outputs.sandboxId', 'the `sandboxId` of step `start`'],
  ['$response.body', 'the answer'],
  ['$response.body#/a~1b/0/id', '`id` of entry 1 of `a/b` of the answer'],
  ['$statusCode', 'the status'],
  ['$response.header.Age', '`$response.header.Age`'],
  ['plain', '`plain`'],
  [20, '`20`'],
  [['$inputs.a', 1], 'a list of the input `a`, `1`'],
])('the value %j is %s', (value, words) => {
  expect(valueInWords(value)).toBe(words);
});

test.each([
  ['$statusCode == 200', 'the status is `200`'],
  ['$statusCode != 404', 'the status is not `404`'],
  ['$response.body#/n >= 3', '`n` of the answer is at least `3`'],
  ['$statusCode == 200 && $inputs.a == 1', '`$statusCode == 200 && $inputs.a == 1`'],
])('the condition %s is %s', (condition, words) => {
  expect(conditionInWords(condition)).toBe(words);
});

/** A small workflow with a step that has further members. */
function withStep(more: object): Arazzo {
  const step = { stepId: 'look', operationId: 'findLamp', ...more };
  return { info: { title: 'Lamps' }, workflows: [{ workflowId: 'useLamp', steps: [step] }] };
}

test('shows actions with what they wait for', () => {
  const onFailure = [
    {
      name: 'again',
      type: 'retry',
      retryAfter: 2,
      retryLimit: 5,
      criteria: [{ condition: '$statusCode == 503' }],
    },
    { name: 'elsewhere', type: 'goto', stepId: 'find' },
  ];
  const markdown = workflowMarkdown(withStep({ onFailure }), linkTo);
  expect(markdown).toContain(
    '- If it fails and the status is `503`, this step is repeated after 2 seconds, at most 5 times (`again`).',
  );
  expect(markdown).toContain('- If it fails, it goes on with step `find` (`elsewhere`).');
});

test.each([
  [{ dependsOn: ['other'] }, 'has `dependsOn` in step look of useLamp'],
  [{ parameters: [{ reference: '$components.parameters.a' }] }, 'has `reference` in step look'],
  [{ successCriteria: [{ condition: 'x', type: 'regex' }] }, 'has `type` in step look'],
  [{ requestBody: { payload: {}, replacements: [] } }, 'has `replacements` in step look'],
  [{ onSuccess: [{ name: 'a', type: 'goto', workflowId: 'b' }] }, 'has `workflowId` in step look'],
])('a step with %j is refused', (more, message) => {
  expect(() => workflowMarkdown(withStep(more), linkTo)).toThrow(message);
});
