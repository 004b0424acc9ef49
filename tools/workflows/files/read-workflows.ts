import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { Workflow } from './workflow.ts';

/** The root of the repository. */
export const root: string = fileURLToPath(new URL('../../../', import.meta.url));

/** A workflow with its file. */
export interface WorkflowFile {
  /** From the root. */
  readonly file: string;
  readonly text: string;
  readonly workflow: Workflow;
}

/** The workflows of the repository. */
export function readWorkflows(): readonly WorkflowFile[] {
  return globSync('.github/workflows/*.yml', { cwd: root })
    .toSorted()
    .map((file) => {
      const text = readFileSync(`${root}${file}`, 'utf8');
      return { file: file.replaceAll('\\', '/'), text, workflow: parse(text) as Workflow };
    });
}
