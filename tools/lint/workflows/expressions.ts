/** Checks runtime expressions (Arazzo 1.0.1, section 4.7) against the inputs, steps and operations of workflows. */
import { objectOf, textOf, valueAt } from '@agent-conversation/contract';
import { type Diagnostic, hintFor, type Path, Report } from '../diagnostic.ts';
import { schemasAt } from '../spectral/lib/responses.js';
import {
  type LocatedText,
  type Step,
  textsIn,
  type Workflow,
} from './workflow.ts';

/** Reports expressions that name nothing that is there when they are evaluated. */
export function checkWorkflowExpressions(
  workflows: readonly Workflow[],
  document: unknown,
): readonly Diagnostic[] {
  return workflows.flatMap((workflow) => {
    const report = new Report(workflow, 'contract-workflow-expressions');
    const scope = { workflow, document };
    for (const [i, step] of workflow.steps.entries()) {
      const ofStep = { ...scope, step, before: stepsBefore(workflow, i) };
      for (const located of textsIn(step.value, step.path))
        checkText(report, ofStep, located);
      checkTargets(report, workflow, step, workflows);
    }
    checkTargets(report, workflow, workflow, workflows);
    const { parameters, outputs, successActions, failureActions } =
      workflow.value;
    const parts = { parameters, outputs, successActions, failureActions };
    for (const located of textsIn(parts, workflow.path)) {
      checkText(report, { ...scope, before: workflow.steps }, located);
    }
    return report.diagnostics;
  });
}

/** What an expression may name. */
interface Scope {
  readonly workflow: Workflow;
  readonly document: unknown;
  /** Undefined in the parameters and outputs of a workflow. */
  readonly step?: Step;
  /** The steps that can have run. */
  readonly before: readonly Step[];
}

/** Returns the steps before one; all, if an action leads from step to step. */
function stepsBefore({ steps }: Workflow, index: number): readonly Step[] {
  const hasJumps = steps.some(({ value }) =>
    textsIn(value, []).some(
      ({ text: word, path }) => word === 'goto' && path.at(-1) === 'type',
    ),
  );
  return hasJumps ? steps : steps.slice(0, index);
}

const roots =
  `url method statusCode request response inputs outputs steps workflows sourceDescriptions
  components`.split(/\s+/);

/** An expression in a text: alone, in braces, or in a condition. */
const expression = /\$([a-zA-Z]+)((?:\.[\w-]+)*)(?:#([\w~.%/-]*))?/g;

function checkText(
  report: Report,
  scope: Scope,
  { text: value, path }: LocatedText,
): void {
  if (['operationPath', 'operationId'].includes(String(path.at(-1)))) return;
  for (const match of value.matchAll(expression)) {
    const fault = faultOf(scope, match, path);
    if (fault !== undefined) report.add(path, `\`${match[0]}\` ${fault}.`);
  }
}

function faultOf(
  { workflow, document, step, before }: Scope,
  [, root = '', names = '', pointer]: RegExpExecArray,
  path: Path,
): string | undefined {
  const [, first = '', second = '', third = ''] = names.split('.');
  const inputs = valueAt(workflow.value, '/inputs/properties');
  switch (root) {
    case 'inputs':
      return nameFault(
        first,
        Object.keys(objectOf(inputs)),
        'an input of the workflow',
      );
    case 'steps':
      return stepFault(before, first, second, third);
    case 'response':
      return (
        step && responseFault(step, document, first, second, pointer, path)
      );
    default:
      return nameFault(root, roots, 'the root of a runtime expression');
  }
}

function nameFault(
  name: string,
  known: readonly string[],
  what: string,
): string | undefined {
  if (known.includes(name)) return undefined;
  const all =
    known.length > 0 ? `use one of ${known.join(', ')}` : 'there is none';
  return `must name ${what}: ${hintFor(name, known, all)}`;
}

function stepFault(
  before: readonly Step[],
  id: string,
  kind: string,
  output: string,
): string | undefined {
  const step = before.find((each) => each.id === id);
  if (step === undefined) {
    const ids = before.map((each) => each.id);
    return nameFault(id, ids, 'a step that has run before');
  }
  if (kind !== 'outputs')
    return 'must be of the form `$steps.STEP.outputs.NAME`: fix it';
  const outputs = Object.keys(objectOf(step.value['outputs']));
  return nameFault(output, outputs, `an output of the step \`${id}\``);
}

function responseFault(
  { operation, path: stepPath }: Step,
  document: unknown,
  part: string,
  name: string,
  pointer: string | undefined,
  path: Path,
): string | undefined {
  if (operation === undefined) return undefined;
  // A step has outputs after a success only.
  const isOutput = path[stepPath.length] === 'outputs';
  const statuses = isOutput ? /^(2|default)/ : /^/;
  const { operationId: id } = operation;
  const responses = Object.entries(operation.responses).flatMap(
    ([status, response]) => (statuses.test(status) ? response : []),
  );
  if (part === 'header') {
    const headers = responses.flatMap((it) => Object.keys(it.headers));
    const names = headers.map((header) => header.toLowerCase());
    return names.includes(name.toLowerCase())
      ? undefined
      : `must name a header that \`${id}\` declares: declare it, or fix the name`;
  }
  if (part !== 'body')
    return nameFault(part, ['body', 'header'], 'a part of a response');
  const isPointer =
    pointer === undefined || pointer === '' || pointer.startsWith('/');
  if (name !== '' || !isPointer) {
    return 'must have a JSON Pointer, such as `$response.body#/items/0/id`: fix it';
  }
  const isThere = responses.some(
    (response) => schemasAt(document, response, pointer ?? '').length > 0,
  );
  return isThere
    ? undefined
    : `leads to nothing that \`${id}\` responds with: fix the JSON Pointer`;
}

/** Reports actions of a step, or of all steps of a workflow, that lead to no step or workflow. */
function checkTargets(
  report: Report,
  workflow: Workflow,
  { value, path }: Pick<Workflow, 'value' | 'path'>,
  workflows: readonly Workflow[],
): void {
  const steps = workflow.steps.map((each) => each.id);
  const ids = workflows
    .filter(({ file }) => file === workflow.file)
    .map((each) => textOf(each.value['workflowId']));
  for (const kind of actions) {
    for (const { text, path: at } of textsIn(value[kind], [...path, kind])) {
      // Those of other files have expressions.
      if (text.startsWith('$')) continue;
      let fault: string | undefined;
      if (at.at(-1) === 'stepId')
        fault = nameFault(text, steps, 'a step of the workflow');
      if (at.at(-1) === 'workflowId')
        fault = nameFault(text, ids, 'a workflow');
      if (fault !== undefined) report.add(at, `\`${text}\` ${fault}.`);
    }
  }
}

const actions = ['onSuccess', 'onFailure', 'successActions', 'failureActions'];
