import { stringify } from 'yaml';
import { type Content, heading } from '../content.ts';
import { blocks, code, fence, line, list, operationLink } from '../markdown-text.ts';
import type { LinkTo } from './links.ts';

/** What the page reads of a file of workflows (Arazzo 1.0.1, section 4.6); it shows the rest as it is written. */
export interface Arazzo {
  readonly info: { readonly title: string };
  readonly workflows: readonly {
    readonly workflowId: string;
    readonly summary?: string;
    readonly description?: string;
    readonly inputs?: { readonly properties?: Record<string, { description?: string }> };
    readonly steps: readonly {
      readonly stepId: string;
      readonly description?: string;
      readonly operationId?: string;
    }[];
  }[];
}

/** The page of all workflows: what each step sends, expects and passes on is in the terms of Arazzo. */
export function workflowsPage(files: readonly Arazzo[], linkTo: LinkTo): Content[] {
  const head = `# Workflows

Requests that belong together, step by step, as in the [Arazzo](https://spec.openapis.org/arazzo/v1.0.1.html) files of
the contract: \`$steps.start.outputs.sandboxId\` is the output \`sandboxId\` of the step \`start\`.`;
  const sections = files.flatMap(({ workflows }) => workflows);
  return [
    head,
    ...sections.flatMap(({ workflowId, summary, description = '', inputs, steps, ...rest }) => [
      heading(2, summary ?? workflowId, workflowId),
      blocks(
        description,
        inputs ? 'Inputs:' : '',
        list(
          Object.entries(inputs?.properties ?? {}).map(
            ([name, it]) => `${code(name)}: ${line(it.description ?? '')}`,
          ),
        ),
      ),
      ...steps.map(({ stepId, description: text, operationId, ...details }, i) => {
        const calls = operationId === undefined ? '' : `, ${operationLink(operationId, linkTo)}`;
        const title = `${i + 1}. **${line(text ?? stepId)}** (${code(stepId)}${calls})`;
        return blocks(title, fence('yaml', stringify(details)));
      }),
      Object.keys(rest).length > 0
        ? blocks('In all steps, and in the end:', fence('yaml', stringify(rest)))
        : '',
    ]),
  ];
}
