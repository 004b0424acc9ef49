import type { WorkflowFile } from '../files/read-workflows.ts';

/** Jobs without an end, and checkouts that leave the token of the job to everything that runs after them. */
export function careless(workflows: readonly WorkflowFile[]): string[] {
  return workflows.flatMap(({ file, workflow }) =>
    Object.entries(workflow.jobs).flatMap(([name, job]) => {
      if (job.uses !== undefined) return [];
      const place = `${file}: ${name}`;
      const endless = job['timeout-minutes'] === undefined ? [`${place} has no timeout`] : [];
      const pushes = job.steps?.some(({ run = '' }) => run.includes('git push'));
      const keeping = job.steps?.some(
        ({ uses = '', with: inputs }) =>
          uses.startsWith('actions/checkout@') && inputs?.['persist-credentials'] !== false,
      );
      return keeping && !pushes
        ? [...endless, `${place} keeps the token of its checkout`]
        : endless;
    }),
  );
}
