/** Checks that the steps of workflows call operations of the contract as it declares them. */
import { nearest } from '@agent-conversation/cli';
import {
  childrenOf,
  type JsonObject,
  listOf,
  objectOf,
} from '@agent-conversation/contract';
import type { Diagnostic, Path } from '../diagnostic.ts';
import {
  operations,
  parametersOf,
  type Part,
  text,
} from '../spectral/lib/document.js';
import { type Step, type Workflow, WorkflowReport } from './workflow.ts';

/** Reports steps without an operation, parameters that it does not have, and what it requires. */
export function checkWorkflowOperations(
  workflows: readonly Workflow[],
  document: unknown,
): readonly Diagnostic[] {
  const report = new WorkflowReport('contract-workflow-operations');
  for (const workflow of workflows) {
    const shared = parametersIn(workflow.value, workflow.path);
    for (const step of workflow.steps) {
      const { operation } = step;
      if (operation === undefined) {
        reportOperation(report, workflow, step, document);
        continue;
      }
      const passed = parametersIn(step.value, step.path);
      reportUnknownParameters(report, workflow, passed, operation, document);
      reportMissing(
        report,
        workflow,
        step,
        [...shared, ...passed],
        operation,
        document,
      );
    }
    reportUnusedParameters(report, workflow, shared, document);
  }
  return report.diagnostics;
}

interface PassedParameter {
  readonly name: string;
  readonly in: string;
  readonly path: Path;
}

function parametersIn(
  { parameters }: JsonObject,
  path: Path,
): readonly PassedParameter[] {
  return listOf(parameters).flatMap((value, i) => {
    const { name, in: place } = objectOf(value);
    if (typeof name !== 'string') return [];
    return [{ name, in: text(place), path: [...path, 'parameters', i] }];
  });
}

function reportOperation(
  report: WorkflowReport,
  workflow: Workflow,
  { value, path }: Step,
  document: unknown,
): void {
  const { operationId, operationPath } = value;
  if (operationPath !== undefined) {
    const message = `\`${text(operationPath)}\` leads to no operation of the contract: fix it, or use \`operationId\`.`;
    report.add(workflow, [...path, 'operationPath'], message);
  } else if (operationId !== undefined) {
    const known = operations(document).map(({ node }) =>
      text(node['operationId']),
    );
    const meant = nearest(text(operationId), known);
    const hint =
      meant === undefined
        ? `use one of ${known.join(', ')}`
        : `did you mean \`${meant}\``;
    const message = `\`operationId: ${text(operationId)}\` is none of the contract: ${hint}.`;
    report.add(workflow, [...path, 'operationId'], message);
  }
}

/** Returns the parameters of an operation, and those that send the credentials. */
function declaredFor(
  operation: Part,
  document: unknown,
): readonly JsonObject[] {
  const schemes = objectOf(
    objectOf(objectOf(document)['components'])['securitySchemes'],
  );
  const keys = childrenOf(schemes).map(([, scheme]) => objectOf(scheme));
  return [...(parametersOf(document, operation) as JsonObject[]), ...keys];
}

function isSame(
  passed: PassedParameter,
  { name, in: place }: JsonObject,
): boolean {
  const isHeader = passed.in === 'header';
  const [a, b] = [passed.name, text(name)].map((each) =>
    isHeader ? each.toLowerCase() : each,
  );
  return a === b && passed.in === place;
}

function reportUnknownParameters(
  report: WorkflowReport,
  workflow: Workflow,
  passed: readonly PassedParameter[],
  operation: Part,
  document: unknown,
): void {
  const declared = declaredFor(operation, document);
  const id = text(operation.node['operationId']);
  for (const parameter of passed) {
    if (declared.some((each) => isSame(parameter, each))) continue;
    const namesake = declared.find(({ name }) => name === parameter.name);
    if (namesake) {
      const place = text(namesake['in']);
      const problem = `\`${id}\` has the parameter \`${parameter.name}\` in ${place}, not in ${parameter.in}`;
      const message = `${problem}: write \`in: ${place}\`.`;
      report.add(workflow, [...parameter.path, 'in'], message);
      continue;
    }
    const names = parametersOf(document, operation).map(({ name }) =>
      text(name),
    );
    const meant = nearest(parameter.name, names);
    const hint =
      meant === undefined
        ? `it has ${names.join(', ') || 'none'}`
        : `did you mean \`${meant}\``;
    const message = `\`${id}\` has no parameter \`${parameter.name}\`: ${hint}.`;
    report.add(workflow, [...parameter.path, 'name'], message);
  }
}

function reportMissing(
  report: WorkflowReport,
  workflow: Workflow,
  step: Step,
  passed: readonly PassedParameter[],
  operation: Part,
  document: unknown,
): void {
  const id = text(operation.node['operationId']);
  const at = [...step.path, 'stepId'];
  for (const parameter of parametersOf(document, operation) as JsonObject[]) {
    if (
      parameter['required'] !== true ||
      passed.some((each) => isSame(each, parameter))
    )
      continue;
    const [name, place] = [text(parameter['name']), text(parameter['in'])];
    const problem = `\`${id}\` requires the parameter \`${name}\` in ${place}`;
    const message = `${problem}: add it to \`parameters\` of the step \`${step.id}\`.`;
    report.add(workflow, at, message);
  }
  const body = objectOf(operation.node['requestBody']);
  if (body['required'] === true && !('requestBody' in step.value)) {
    const message = `\`${id}\` requires a request body: add \`requestBody\` to the step \`${step.id}\`.`;
    report.add(workflow, at, message);
  }
}

/** What all steps are given, at least one operation has. */
function reportUnusedParameters(
  report: WorkflowReport,
  workflow: Workflow,
  shared: readonly PassedParameter[],
  document: unknown,
): void {
  const called = workflow.steps.flatMap(({ operation }) => operation ?? []);
  const declared = called.flatMap((operation) =>
    declaredFor(operation, document),
  );
  for (const parameter of shared) {
    if (declared.some((each) => isSame(parameter, each))) continue;
    const problem = `No operation of this workflow has the parameter \`${parameter.name}\` in ${parameter.in}`;
    const message = `${problem}: fix \`name\` or \`in\`, or remove it.`;
    report.add(workflow, [...parameter.path, 'name'], message);
  }
}
