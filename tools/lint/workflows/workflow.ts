/** The workflows of a contract (Arazzo 1.0.1), and the operations that their steps call. */
import type { Location, SourceFiles } from '@agent-conversation/cli/source';
import {
  childrenOf,
  type ContractOperation,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  textOf,
} from '@agent-conversation/contract';
import type { Path } from '../diagnostic.ts';

export interface Workflow {
  readonly file: string;
  /** Returns the location of a path in the file. */
  readonly locate: (path: Path) => Location;
  readonly path: Path;
  readonly value: JsonObject;
  readonly steps: readonly Step[];
}

export interface Step {
  readonly id: string;
  readonly path: Path;
  readonly value: JsonObject;
  /** Undefined if it calls none, or one that does not exist. */
  readonly operation: ContractOperation | undefined;
}

/** Returns the workflows of some files. */
export function workflowsOf(
  files: SourceFiles,
  names: readonly string[],
  operations: readonly ContractOperation[],
): readonly Workflow[] {
  return names.flatMap((name) => {
    const source = files.yaml(name);
    const workflows = listOf(objectOf(source.value)['workflows']);
    return workflows.map(objectOf).map((value, i) => {
      const path = ['workflows', i];
      const steps = listOf(value['steps'])
        .map(objectOf)
        .map((step, at) => ({
          id: textOf(step['stepId']),
          path: [...path, 'steps', at],
          value: step,
          operation: operationOf(step, operations),
        }));
      const locate = (at: Path) => source.locate(at).location;
      return { file: name, locate, path, value, steps };
    });
  });
}

/** Returns the operation that a step names by its `operationId` or `operationPath`. */
function operationOf(
  { operationId, operationPath }: JsonObject,
  operations: readonly ContractOperation[],
): ContractOperation | undefined {
  const source = String.raw`\$sourceDescriptions\.[\w-]+\.`;
  const id = textOf(operationId).replace(new RegExp(`^${source}`), '');
  const [, pointer] =
    new RegExp(`^\\{${source}url\\}#(/.*)$`).exec(textOf(operationPath)) ?? [];
  return operations.find((it) =>
    operationId === undefined ? it.pointer === pointer : it.operationId === id,
  );
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
