/** The workflows of a contract (Arazzo 1.0.1), and the operations that their steps call. */
import type { SourceFile, SourceFiles } from '@agent-conversation/cli/source';
import {
  childrenOf,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  textOf,
  valueAt,
} from '@agent-conversation/contract';
import type { Diagnostic, Path } from '../diagnostic.ts';
import { operations, type Part } from '../spectral/lib/document.js';

export interface Workflow {
  readonly source: SourceFile;
  readonly path: Path;
  readonly value: JsonObject;
  readonly steps: readonly Step[];
}

export interface Step {
  readonly id: string;
  readonly path: Path;
  readonly value: JsonObject;
  /** Undefined if it calls none, or one that does not exist. */
  readonly operation: Part | undefined;
}

/** Returns the workflows of some files. */
export function workflowsOf(
  files: SourceFiles,
  names: readonly string[],
  document: unknown,
): readonly Workflow[] {
  return names.flatMap((name) => {
    const source = files.yaml(name);
    return listOf(objectOf(source.value)['workflows']).map((value, i) => {
      const path = ['workflows', i];
      return {
        source,
        path,
        value: objectOf(value),
        steps: stepsOf(value, path, document),
      };
    });
  });
}

function stepsOf(
  workflow: Json,
  path: Path,
  document: unknown,
): readonly Step[] {
  return listOf(objectOf(workflow)['steps']).map((step, i) => {
    const value = objectOf(step);
    const operation = operationOf(value, document);
    return {
      id: textOf(value['stepId']),
      path: [...path, 'steps', i],
      value,
      operation,
    };
  });
}

/** Returns the operation that a step names by its `operationId` or `operationPath`. */
function operationOf(
  { operationId, operationPath }: JsonObject,
  document: unknown,
): Part | undefined {
  if (typeof operationId === 'string') {
    const name = operationId.replace(/^\$sourceDescriptions\.[\w-]+\./, '');
    return operations(document).find(
      ({ node }) => node['operationId'] === name,
    );
  }
  const [, pointer] =
    /^\{\$sourceDescriptions\.[\w-]+\.url\}#(\/.*)$/.exec(
      textOf(operationPath),
    ) ?? [];
  const node = pointer === undefined ? undefined : valueAt(document, pointer);
  return operations(document).find((operation) => operation.node === node);
}

/** A text in a part of a workflow. */
export interface LocatedText {
  readonly text: string;
  readonly path: Path;
}

/** Returns all texts in a value, but descriptions. */
export function textsIn(
  value: Json | undefined,
  path: Path,
): readonly LocatedText[] {
  if (typeof value === 'string') return [{ text: value, path }];
  return childrenOf(value)
    .filter(([key]) => !['description', 'summary'].includes(String(key)))
    .flatMap(([key, child]) => textsIn(child, [...path, key]));
}

/** Collects what rules report about workflows. */
export class WorkflowReport {
  readonly diagnostics: Diagnostic[] = [];
  readonly #rule: string;

  constructor(rule: string) {
    this.#rule = rule;
  }

  add({ source }: Workflow, path: Path, message: string): void {
    const { pointer: _, ...location } = source.locate(path).location;
    this.diagnostics.push({
      ...location,
      severity: 'error',
      rule: this.#rule,
      message,
    });
  }
}
