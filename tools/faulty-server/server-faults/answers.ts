import { breakAnswer } from '../answer-faults/answer-faults.ts';
import type { AnswerFault, BrokenAnswer } from '../answer-faults/fault.ts';
import { undeclaredMember } from '../answer-faults/members.ts';
import { outsideEnumeration } from '../answer-faults/values.ts';
import type { Contract } from '../contract/contract.ts';
import { jsonOf } from './json.ts';
import type { Passing, ServerFault } from './fault.ts';

/**
 * A server whose answers have a fault, each in one place.
 *
 * @param choose the first place for which it is true is struck
 */
export function inAnswers(
  fault: AnswerFault,
  { id, title }: Pick<ServerFault, 'id' | 'title'> = fault,
  choose: (broken: BrokenAnswer) => boolean = () => true,
): ServerFault {
  return {
    id,
    title,
    begin: ({ contract }) => ({
      answer: (passing) => {
        const broken = sitesIn(fault, passing, contract).find(choose);
        if (!broken) return undefined;
        const { status, headers, body } = broken;
        return { status, headers, body: Buffer.from(body) };
      },
    }),
  };
}

/** Faults of answers under which clients must go on. */
export const growthFaults: readonly ServerFault[] = [
  inAnswers(undeclaredMember, { id: 'F9', title: 'a new member' }),
  inAnswers(
    outsideEnumeration,
    { id: 'F10', title: 'a new value of an enumeration' },
    ({ finding }) => finding.keyword === 'enum',
  ),
];

function sitesIn(
  fault: AnswerFault,
  { request: { operation }, answer }: Passing,
  contract: Contract,
): readonly BrokenAnswer[] {
  const { status, headers, body } = answer;
  if (!operation?.answers.has(`${status}`)) return [];
  const value = body.length === 0 ? undefined : jsonOf(body);
  if (value === undefined && body.length > 0) return [];
  return breakAnswer(fault, { operation: operation.id, status, headers, value }, contract);
}
