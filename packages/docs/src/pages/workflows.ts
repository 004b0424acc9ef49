import { stringify } from 'yaml';
import { blocks, enumerate, fence } from '@agent-conversation/cli/markdown';
import { container } from '../container.ts';
import { type Context, operationLink } from './links.ts';

/** The page of all workflows, each in the terms of Arazzo. */
export function workflowsPage(context: Pick<Context, 'workflows' | 'linkTo'>): string {
  const workflows = context.workflows.flatMap((file) => file.workflows);
  const sections = workflows.map(({ workflowId, summary = '', description = '', ...rest }) => {
    const ids = rest.steps.flatMap(({ operationId }) => operationId ?? []);
    const uniqueIds = [...new Set(ids)];
    const operations = uniqueIds.map((id) => operationLink(id, context.linkTo));
    return container(
      'section',
      { id: workflowId },
      `## ${summary || workflowId}`,
      description,
      `Calls ${enumerate(operations)}.`,
      fence('yaml', stringify(rest)),
    );
  });
  return blocks(
    '# Workflows',
    'Requests that belong together, step by step, as in the [Arazzo](https://spec.openapis.org/arazzo/v1.0.1.html) ' +
      'files of the contract: `$steps.start.outputs.sandboxId` is the output `sandboxId` of the step `start`.',
    ...sections,
  );
}
