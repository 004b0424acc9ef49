import type { WorkflowFile } from '../files/read-workflows.ts';
import type { Job } from '../files/workflow.ts';
import { written } from './permissions.ts';

/**
 * Jobs without an end, jobs that let what npm has installed write to GitHub, and checkouts that leave the token of
 * the job to everything that runs after them.
 */
export function careless(workflows: readonly WorkflowFile[]): string[] {
  return workflows.flatMap(({ file, workflow }) =>
    Object.entries(workflow.jobs).flatMap(([name, job]) =>
      job.uses === undefined ? faultsOf(job).map((fault) => `${file}: ${name} ${fault}`) : [],
    ),
  );
}

function faultsOf({ permissions, steps = [], 'timeout-minutes': end }: Job): string[] {
  const runs = (what: RegExp) => steps.some(({ run = '' }) => what.test(run));
  const keepsToken = steps.some(
    ({ uses = '', with: inputs }) =>
      uses.startsWith('actions/checkout@') && inputs?.['persist-credentials'] !== false,
  );
  // An identity is for the registry, and writes nothing here.
  const scopes = written(permissions).filter((scope) => scope !== 'id-token');
  return [
    ...(end === undefined ? ['has no timeout'] : []),
    ...(keepsToken && !runs(/\bgit push\b/) ? ['keeps the token of its checkout'] : []),
    ...(runs(/\b(npm|npx)\b|\.ci\/run/) ? scopes.map((it) => `runs npm and may write ${it}`) : []),
  ];
}
