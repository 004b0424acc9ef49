import { stringify } from 'yaml';
import { blocks, enumerate, fence } from '@agent-conversation/cli/markdown';
import { container } from '../container.ts';
import { type Context, operationLink } from './links.ts';

/** Returns the workflows whose operations the contract has: one other than this repository's has others. */
export function workflowsOf({
  workflows,
  operations,
}: Pick<Context, 'workflows' | 'operations'>) {
  const known = new Set(operations.map(({ operationId }) => operationId));
  const all = workflows.flatMap((file) => file.workflows);
  return all.filter(({ steps }) => {
    return steps.every(
      ({ operationId = '' }) => operationId === '' || known.has(operationId),
    );
  });
}

/** The page of all workflows, each in the terms of Arazzo. */
export function workflowsPage(
  context: Pick<Context, 'workflows' | 'operations' | 'linkTo'>,
): string {
  const sections = workflowsOf(context).map(
    ({ workflowId, summary = '', description = '', ...rest }) => {
      const ids = rest.steps.flatMap(({ operationId }) => operationId ?? []);
      const uniqueIds = [...new Set(ids)];
      const operations = uniqueIds.map((id) =>
        operationLink(id, context.linkTo),
      );
      return container(
        'section',
        { id: workflowId },
        `## ${summary || workflowId}`,
        description,
        `Calls ${enumerate(operations)}.`,
        fence('yaml', stringify(rest)),
      );
    },
  );
  return blocks(
    '# Workflows',
    'Requests that belong together, step by step, as in the [Arazzo](https://spec.openapis.org/arazzo/v1.0.1.html) ' +
      'files of the contract: `$steps.start.outputs.sandboxId` is the output `sandboxId` of the step `start`.',
    ...sections,
  );
}
