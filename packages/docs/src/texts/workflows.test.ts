import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Arazzo } from './arazzo.ts';
import { conditionInWords, valueInWords } from './runtime-expressions.ts';
import { linkTo, readSource } from './testing.ts';
import { workflowMarkdown } from './workflows.ts';

const folder = new URL(
  '../workflows/',
  import.meta.resolve('@agent-conversation/openapi/openapi.json'),
);
const files = readdirSync(folder).map((name): [string, Arazzo] => [
  name,
  parse(readSource(`workflows/${name}`)) as Arazzo,
]);

describe.each(files)('%s', (_, arazzo) => {
  const markdown = workflowMarkdown(arazzo, linkTo);

  test('tells each workflow, with its inputs and outputs', () => {
    for (const workflow of arazzo.workflows) {
      expect(markdown).toContain(`## ${workflow.workflowId}\n`);
      for (const name of Object.keys(workflow.inputs?.properties ?? {})) {
        expect(markdown).toMatch(new RegExp(`^- \`${name}\` \\(.+\\): .+`, 'm'));
      }
      for (const name of Object.keys(workflow.outputs ?? {})) {
        expect(markdown).toMatch(new RegExp(`^- \`${name}\`: `, 'm'));
      }
    }
  });

  test('tells each step in its order, with what it calls, sends, demands and hands on', () => {
    for (const { steps } of arazzo.workflows) {
      for (const [i, step] of steps.entries()) {
        const from = markdown.indexOf(`${i + 1}. **${step.stepId}**: ${step.description}`);
        const section = markdown.slice(from).split(/\n\d+\. |\n(?=\S)/)[0];
        expect(section).toContain(`(operation:${step.operationId})`);
        for (const { name } of step.parameters ?? []) expect(section).toContain(`\`${name}\`: `);
        for (const name of Object.keys(step.outputs ?? {})) {
          expect(section).toContain(`Hands on \`${name}\`: `);
        }
        expect(section).toContain('Must hold: the status is `200`');
        expect(section?.includes('```json')).toBe(step.requestBody !== undefined);
      }
    }
  });

  test('has no raw expressions', () => {
    expect(markdown).not.toMatch(/\$(inputs|steps|response|statusCode)/);
  });
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

test('actions are told with what they wait for', () => {
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
