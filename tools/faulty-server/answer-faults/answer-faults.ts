import { type Contract, contract as bundled } from '../contract/contract.ts';
import type { ValidAnswer } from '../contract/examples.ts';
import { placesOf } from '../contract/places.ts';
import {
  arrayBody,
  bodyOfOperationWithoutContent,
  emptyBody,
  envelope,
  truncatedJson,
  undeclaredBody,
} from './bodies.ts';
import { factsOf } from './facts.ts';
import type { AnswerFault, BrokenAnswer } from './fault.ts';
import {
  badHeaderFormat,
  badHeaderType,
  missingHeader,
  missingMediaType,
  wrongMediaType,
} from './headers.ts';
import {
  addedToClosed,
  optionalRenamed,
  requiredRemoved,
  requiredRenamed,
  undeclaredMember,
  writeOnlyReturned,
} from './members.ts';
import { undeclaredFailure, undeclaredSuccess } from './status.ts';
import {
  badDateTime,
  belowMinimum,
  duplicateItem,
  nullNotAllowed,
  outsideEnumeration,
  requiredBelowRecursion,
  swappedTuple,
  typeBelowRecursion,
  wrongType,
} from './values.ts';

/** The kinds of faults, in the order of their ids. */
export const answerFaults: readonly AnswerFault[] = [
  undeclaredSuccess,
  undeclaredFailure,
  wrongMediaType,
  missingMediaType,
  requiredRemoved,
  requiredRenamed,
  wrongType,
  outsideEnumeration,
  nullNotAllowed,
  belowMinimum,
  duplicateItem,
  addedToClosed,
  envelope,
  arrayBody,
  truncatedJson,
  undeclaredMember,
  optionalRenamed,
  writeOnlyReturned,
  badDateTime,
  swappedTuple,
  missingHeader,
  badHeaderFormat,
  badHeaderType,
  emptyBody,
  typeBelowRecursion,
  requiredBelowRecursion,
  bodyOfOperationWithoutContent,
  undeclaredBody,
];

/**
 * A valid answer with a fault, once for each place in which the fault can be put; an empty list where
 * there is none.
 *
 * @throws {TypeError} when the contract does not declare the answer
 *
 * @example
 * const [first] = breakAnswer(requiredRemoved, answer);
 * console.log(first?.finding.pointer); // '/id'
 */
export function breakAnswer(
  fault: AnswerFault,
  answer: ValidAnswer,
  contract: Contract = bundled,
): readonly BrokenAnswer[] {
  const { operation: id, status, value } = answer;
  const { operations, recursive } = factsOf(contract);
  const operation = operations.find((each) => each.id === id);
  const declared = operation?.answers.get(`${status}`);
  if (!operation || !declared) throw new TypeError(`The contract does not declare ${id} ${status}`);
  const places =
    declared.schema && value !== undefined
      ? placesOf(contract, recursive, declared.schema, value)
      : [];
  return fault.breakAnswer({ contract, answer, operation, declared, places });
}

/**
 * Why no answer of a contract can have a fault.
 *
 * @returns undefined where one can
 *
 * @example
 * whyNowhere(swappedTuple); // 'no schema of an answer has prefixItems'
 */
export function whyNowhere(fault: AnswerFault, contract: Contract = bundled): string | undefined {
  return fault.hasPlace(factsOf(contract)) ? undefined : fault.lack;
}
