import type { Edit } from './mutant.ts';

/** Replaces what stands in a file, named from the root of the repository, exactly once. */
export function edit(file: string, from: string, to: string): Edit {
  return { file, from, to };
}
