import type { Action, Arazzo, Parameter, Step, Workflow } from './arazzo.ts';
import { rejectUnknown } from './reject-unknown.ts';
import {
  blocks,
  code,
  enumerate,
  jsonBlock,
  line,
  operationLink,
} from '../machines/markdown-text.ts';
import type { LinkTo } from '../machines/links.ts';
import { conditionInWords, expressionInWords, valueInWords } from './runtime-expressions.ts';

/**
 * The sections of a parsed file of workflows, each with its `workflowId` as heading.
 *
 * @throws {BuildError} when the file has something that the text would leave out
 */
export function workflowMarkdown(arazzo: Arazzo, linkTo: LinkTo): string {
  rejectUnknown(arazzo);
  const { title, summary } = arazzo.info;
  return arazzo.workflows
    .map((workflow) => section(workflow, linkTo, `**${title}.** ${summary ?? ''}`))
    .join('\n\n');
}

function section(workflow: Workflow, linkTo: LinkTo, purpose: string): string {
  const { workflowId, summary, description, inputs, parameters, steps, outputs } = workflow;
  return blocks(
    `## ${workflowId}`,
    purpose.trim(),
    summary ?? '',
    description?.trim() ?? '',
    ...list('It takes:', inputsOf(inputs)),
    ...list('Every step sends:', (parameters ?? []).map(sent)),
    'The steps:',
    steps.map((step, i) => `${i + 1}. ${stepMarkdown(step, linkTo)}`).join('\n\n'),
    ...list('It gives:', given(outputs)),
  );
}

function inputsOf(inputs: Workflow['inputs']): string[] {
  const { properties = {}, required = [] } = inputs ?? {};
  return Object.entries(properties).map(([name, { type, description }]) => {
    const facts = [...(type ? [type] : []), required.includes(name) ? 'required' : 'optional'];
    return `${code(name)} (${facts.join(', ')}): ${line(description ?? '')}`;
  });
}

/** A step as an item of a numbered list: what comes below its first line is indented. */
function stepMarkdown(step: Step, linkTo: LinkTo): string {
  const { stepId, description, operationId, parameters, requestBody, successCriteria } = step;
  const facts = [
    `Calls ${operationLink(operationId, linkTo)}.`,
    ...(parameters ?? []).map((parameter) => `Sends ${sent(parameter)}.`),
    ...(requestBody ? [`Sends this body:\n\n${indent(payload(requestBody.payload))}`] : []),
    ...conditions('Must hold', successCriteria),
    ...given(step.outputs).map((output) => `Hands on ${output}.`),
    ...(step.onSuccess ?? []).map((action) => `If it succeeds${inWords(action)}`),
    ...(step.onFailure ?? []).map((action) => `If it fails${inWords(action)}`),
  ];
  const name = `**${stepId}**${description === undefined ? '' : `: ${line(description)}`}`;
  return [name, '', ...facts.map((fact) => indent(`- ${fact}`, 3))].join('\n');
}

function conditions(label: string, criteria: Step['successCriteria']): string[] {
  const texts = (criteria ?? []).map(({ condition }) => conditionInWords(condition));
  return texts.length > 0 ? [`${label}: ${enumerate(texts)}.`] : [];
}

function sent({ name, in: location, value }: Parameter): string {
  return `the ${location} parameter ${code(name)}: ${valueInWords(value)}`.replace(
    'header parameter',
    'header',
  );
}

function given(outputs: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries(outputs).map(
    ([name, expression]) => `${code(name)}: ${expressionInWords(expression)}`,
  );
}

/** A body as JSON, with what is put into it in angle brackets. */
function payload(value: unknown): string {
  const filled: unknown = JSON.parse(JSON.stringify(value), (_key, inner: unknown) =>
    typeof inner === 'string' && inner.startsWith('$')
      ? `<${expressionInWords(inner).replaceAll('`', '')}>`
      : inner,
  );
  return jsonBlock(filled);
}

function inWords({ name, type, stepId, retryAfter, retryLimit, criteria }: Action): string {
  const when = conditions(' and', criteria)
    .map((text) => text.slice(0, -1).replace(' and: ', ' and '))
    .join('');
  const target = stepId === undefined ? 'this step' : `step ${code(stepId)}`;
  const wait = retryAfter === undefined ? '' : ` after ${retryAfter} seconds`;
  const limit = retryLimit === undefined ? '' : `, at most ${retryLimit} times`;
  const what = {
    end: 'the workflow ends',
    goto: `it goes on with ${target}`,
    retry: `${target} is repeated${wait}${limit}`,
  }[type];
  return `${when}, ${what} (${code(name)}).`;
}

function list(introduction: string, items: readonly string[]): string[] {
  return items.length > 0 ? [introduction, items.map((item) => `- ${item}`).join('\n')] : [];
}

function indent(text: string, width = 2): string {
  return text.replaceAll(/^(?=.)/gm, ' '.repeat(width));
}
