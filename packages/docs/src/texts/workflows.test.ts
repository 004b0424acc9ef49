import { expect, test } from 'vitest';
import type { Arazzo } from './arazzo.ts';
import { conditionInWords, valueInWords } from './runtime-expressions.ts';
import { linkTo } from '../testing.ts';
import { workflowMarkdown } from './workflows.ts';

/** The text of a workflow with one step, of which more is given. */
function textOf(more: object): string {
  const arazzo: Arazzo = {
    info: { title: 'Pets' },
    workflows: [
      {
        workflowId: 'feedPet',
        inputs: { properties: { room: { type: 'string', description: 'A room.' } } },
        steps: [{ stepId: 'look', description: 'Looks.', operationId: 'findPet', ...more }],
        outputs: { pet: '$steps.look.outputs.pet' },
      },
    ],
  };
  return workflowMarkdown(arazzo, linkTo);
}

const again = {
  name: 'again',
  type: 'retry',
  retryAfter: 2,
  retryLimit: 5,
  criteria: [{ condition: '$statusCode == 503' }],
};

test.each([
  [{}, '## feedPet\n'],
  [{}, '- `room` (string, optional): A room.'],
  [{}, '1. **look**: Looks.'],
  [{}, '(operation:findPet)'],
  [{}, '- `pet`: the `pet` of step `look`'],
  [{ parameters: [{ name: 'room', in: 'query', value: '$inputs.room' }] }, 'the input `room`.'],
  [{ requestBody: { payload: { on: true } } }, '```json'],
  [{ successCriteria: [{ condition: '$statusCode == 200' }] }, 'Must hold: the status is `200`'],
  [{ outputs: { pet: '$response.body#/id' } }, 'Hands on `pet`: `id` of the response'],
  [
    { onFailure: [again] },
    '- If it fails and the status is `503`, this step is repeated after 2 seconds, at most 5 times (`again`).',
  ],
  [
    { onFailure: [{ name: 'elsewhere', type: 'goto', stepId: 'find' }] },
    '- If it fails, it goes on with step `find` (`elsewhere`).',
  ],
])('a step with %j has %j', (more, want) => {
  expect(textOf(more)).toContain(want);
  expect(textOf(more)).not.toMatch(/\$(inputs|steps|response|statusCode)/);
});

test.each([
  ['$steps.start.outputs.sandboxId', 'the `sandboxId` of step `start`'],
  ['$response.body', 'the response'],
  ['$response.body#/a~1b/0/id', '`id` of entry 1 of `a/b` of the response'],
  ['$response.header.Age', '`$response.header.Age`'],
  ['plain', '`plain`'],
  [20, '`20`'],
  [['$inputs.a', 1], 'a list of the input `a`, `1`'],
])('the value %j is %s', (value, words) => {
  expect(valueInWords(value)).toBe(words);
});

test.each([
  ['$statusCode != 404', 'the status is not `404`'],
  ['$response.body#/n >= 3', '`n` of the response is at least `3`'],
  ['$statusCode == 200 && $inputs.a == 1', '`$statusCode == 200 && $inputs.a == 1`'],
])('the condition %s is %s', (condition, words) => {
  expect(conditionInWords(condition)).toBe(words);
});

test.each([
  [{ dependsOn: ['other'] }, 'has `dependsOn` in step look of feedPet'],
  [{ parameters: [{ reference: '$components.parameters.a' }] }, 'has `reference` in step look'],
  [{ successCriteria: [{ condition: 'x', type: 'regex' }] }, 'has `type` in step look'],
  [{ requestBody: { payload: {}, replacements: [] } }, 'has `replacements` in step look'],
  [{ onSuccess: [{ name: 'a', type: 'goto', workflowId: 'b' }] }, 'has `workflowId` in step look'],
])('rejects a step with %j', (more, message) => {
  expect(() => textOf(more)).toThrow(message);
});
