/** Checks that the steps of workflows call operations of the contract as it declares them. */
import {
  type ContractOperation,
  type JsonObject,
  listOf,
  objectOf,
  textOf,
  valueAt,
} from '@agent-conversation/contract';
import { type Diagnostic, hintFor, type Path, Report } from '../diagnostic.ts';
import type { Step, Workflow } from './workflow.ts';

/** Reports steps without an operation, parameters that it does not have, and what it requires. */
export function checkWorkflowOperations(
  workflows: readonly Workflow[],
  operations: readonly ContractOperation[],
  document: unknown,
): readonly Diagnostic[] {
  const ids = operations.map(({ operationId }) => textOf(operationId));
  const schemes = valueAt(document, '/components/securitySchemes');
  const keys = Object.values(objectOf(schemes)).map(parameterOf);
  return workflows.flatMap((workflow) => {
    const report = new Report(workflow, 'contract-workflow-operations');
    const shared = passedIn(workflow);
    const declared = [...keys];
    for (const step of workflow.steps) {
      const { operation } = step;
      if (operation === undefined) {
        reportOperation(step, ids, report);
        continue;
      }
      const own = operation.parameters.map(parameterOf);
      declared.push(...own);
      const passed = passedIn(step);
      reportUnknownParameters(operation, passed, own, keys, report);
      reportMissing(step, operation, [...shared, ...passed], report);
    }
    // What all steps are given, at least one operation has.
    for (const parameter of shared) {
      if (declared.some((it) => isSame(parameter, it))) continue;
      const problem = `No operation of this workflow has the parameter \`${parameter.name}\` in ${parameter.in}`;
      report.add(
        [...parameter.path, 'name'],
        `${problem}: fix \`name\` or \`in\`, or remove it.`,
      );
    }
    return report.diagnostics;
  });
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly isRequired: boolean;
}

interface PassedParameter extends Parameter {
  readonly path: Path;
}

/** Reads a parameter of an operation or a workflow, or a security scheme, which has a name and a place as well. */
function parameterOf(value: unknown): Parameter {
  const { name, in: place, required } = objectOf(value);
  return {
    name: textOf(name),
    in: textOf(place),
    isRequired: required === true,
  };
}

/** Returns the parameters that a step passes, or that a workflow passes to each step; a reference names none. */
function passedIn({
  value,
  path,
}: Pick<Step, 'value' | 'path'>): readonly PassedParameter[] {
  return listOf(value['parameters']).flatMap((item, i) => {
    const parameter = parameterOf(item);
    const at = [...path, 'parameters', i];
    return parameter.name === '' ? [] : [{ ...parameter, path: at }];
  });
}

function reportOperation(
  { value, path }: Step,
  ids: readonly string[],
  report: Report,
): void {
  const { operationId, operationPath }: JsonObject = value;
  if (operationPath !== undefined) {
    const problem = `\`${textOf(operationPath)}\` leads to no operation of the contract`;
    const message = `${problem}: fix it, or use \`operationId\`.`;
    report.add([...path, 'operationPath'], message);
  } else if (operationId !== undefined) {
    const id = textOf(operationId);
    const hint = hintFor(id, ids, `use one of ${ids.join(', ')}`);
    const message = `\`operationId: ${id}\` is none of the contract: ${hint}.`;
    report.add([...path, 'operationId'], message);
  }
}

function isSame(one: Parameter, other: Parameter): boolean {
  const isHeader = one.in === 'header';
  const [a, b] = [one.name, other.name].map((name) =>
    isHeader ? name.toLowerCase() : name,
  );
  return a === b && one.in === other.in;
}

function reportUnknownParameters(
  { operationId }: ContractOperation,
  passed: readonly PassedParameter[],
  own: readonly Parameter[],
  keys: readonly Parameter[],
  report: Report,
): void {
  const declared = [...own, ...keys];
  const names = own.map(({ name }) => name);
  for (const { path, ...parameter } of passed) {
    const { name } = parameter;
    if (declared.some((it) => isSame(parameter, it))) continue;
    const namesake = declared.find((it) => it.name === name);
    if (namesake) {
      const problem = `\`${operationId}\` has the parameter \`${name}\` in ${namesake.in}, not in ${parameter.in}`;
      report.add([...path, 'in'], `${problem}: write \`in: ${namesake.in}\`.`);
    } else {
      const hint = hintFor(name, names, `it has ${names.join(', ') || 'none'}`);
      const problem = `\`${operationId}\` has no parameter \`${name}\``;
      report.add([...path, 'name'], `${problem}: ${hint}.`);
    }
  }
}

function reportMissing(
  { id, path, value }: Step,
  { operationId, parameters, requestBody }: ContractOperation,
  passed: readonly Parameter[],
  report: Report,
): void {
  const at = [...path, 'stepId'];
  for (const parameter of parameters.map(parameterOf)) {
    const isPassed = passed.some((it) => isSame(it, parameter));
    if (!parameter.isRequired || isPassed) continue;
    const problem = `\`${operationId}\` requires the parameter \`${parameter.name}\` in ${parameter.in}`;
    report.add(
      at,
      `${problem}: add it to \`parameters\` of the step \`${id}\`.`,
    );
  }
  if (requestBody?.required === true && !('requestBody' in value)) {
    const problem = `\`${operationId}\` requires a request body`;
    report.add(at, `${problem}: add \`requestBody\` to the step \`${id}\`.`);
  }
}
