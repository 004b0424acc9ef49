/** Every file of the contract is reached by a `$ref` from the root document. */
import type { SourceFiles } from '@agent-conversation/cli/source';
import { childrenOf, objectOf } from '@agent-conversation/contract';
import { type Diagnostic, errorAt } from '../diagnostic.ts';

const main = 'openapi/openapi.yaml';

/** @param names of all files; only those of paths and components have to be reached */
export function checkReachable(
  files: SourceFiles,
  names: readonly string[],
): readonly Diagnostic[] {
  const reached = reachedFromMain(files);
  const unused = names.filter(
    (file) => /^openapi\/(paths|components)\//.test(file) && !reached.has(file),
  );
  return unused.map((file) => {
    const message =
      'No $ref from openapi.yaml leads to this file: refer to it, or delete it.';
    return errorAt(file, '', 0, 'contract/reachable-files', message);
  });
}

function reachedFromMain(files: SourceFiles): ReadonlySet<string> {
  const reached = new Set([main]);
  const visit = (value: unknown, file: string): void => {
    const target = files.fileOf(objectOf(value)['$ref'], file);
    if (target !== undefined && !reached.has(target)) {
      reached.add(target);
      if (target.endsWith('.yaml')) visit(files.yaml(target).value, target);
    }
    for (const [, child] of childrenOf(value)) visit(child, file);
  };
  visit(files.yaml(main).value, main);
  return reached;
}
