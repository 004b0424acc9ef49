import { BuildError } from '../sources/read-source.ts';
import type { Action, Arazzo } from './arazzo.ts';

const known = {
  document: ['arazzo', 'info', 'sourceDescriptions', 'workflows'],
  workflow: ['workflowId', 'summary', 'description', 'inputs', 'parameters', 'steps', 'outputs'],
  step: [
    'stepId',
    'description',
    'operationId',
    'parameters',
    'requestBody',
    'successCriteria',
    'outputs',
    'onSuccess',
    'onFailure',
  ],
  parameter: ['name', 'in', 'value'],
  requestBody: ['contentType', 'payload'],
  criterion: ['condition'],
  action: ['name', 'type', 'stepId', 'retryAfter', 'retryLimit', 'criteria'],
};

/**
 * Rejects a file of workflows with fields that Arazzo has and the texts do not show, so that nothing
 * is left out in silence.
 *
 * @throws {BuildError} naming the field and its location
 */
export function rejectUnknown(arazzo: Arazzo): void {
  const { title } = arazzo.info;
  const check = (kind: keyof typeof known, node: object, location: string) => {
    const unknown = Object.keys(node).find((key) => !known[kind].includes(key));
    if (unknown === undefined) return;
    throw new BuildError(
      `The workflow file "${title}" has \`${unknown}\` ${location}, which the docs cannot show yet: ` +
        'leave it out, or show it in packages/docs/src/texts/workflows.ts.',
    );
  };
  check('document', arazzo, 'at its top');
  for (const workflow of arazzo.workflows) {
    check('workflow', workflow, `in ${workflow.workflowId}`);
    for (const parameter of workflow.parameters ?? [])
      check('parameter', parameter, `in ${workflow.workflowId}`);
    for (const step of workflow.steps) {
      const location = `in step ${step.stepId} of ${workflow.workflowId}`;
      const actions: readonly Action[] = [...(step.onSuccess ?? []), ...(step.onFailure ?? [])];
      check('step', step, location);
      if (step.requestBody) check('requestBody', step.requestBody, location);
      for (const parameter of step.parameters ?? []) check('parameter', parameter, location);
      for (const action of actions) check('action', action, location);
      const criteria = [
        ...(step.successCriteria ?? []),
        ...actions.flatMap((action) => action.criteria ?? []),
      ];
      for (const criterion of criteria) check('criterion', criterion, location);
    }
  }
}
