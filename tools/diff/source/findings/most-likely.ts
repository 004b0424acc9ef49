import { operationsOf } from '../../judge/operations.ts';
import type { Contract } from '../../model/contract.ts';
import { isWithin } from '../contract/is-within.ts';
import type { Failure } from './finding.ts';
import { hasWord } from './words.ts';

/** Of several elements, the one whose name stands in what the compiler says, or else in the statement. */
export function mostLikely(
  pointers: readonly string[],
  { diagnostic, use }: Failure,
  contract: Contract,
): string | undefined {
  const isNamedIn = (text: string) => (pointer: string) => {
    // The functions and types of an operation begin with its name.
    const operation = operationsOf(contract).find((it) => isWithin(it.pointer, pointer));
    return operation
      ? text.toLowerCase().includes(operation.id.toLowerCase())
      : hasWord(text, pointer.slice(pointer.lastIndexOf('/') + 1));
  };
  return (
    pointers.find(isNamedIn(diagnostic.message)) ??
    pointers.find(isNamedIn(use.text)) ??
    pointers[0]
  );
}
