import { answerFaults } from '../answer-faults/answer-faults.ts';
import { growthFaults, inAnswers } from './answers.ts';
import { connectionFaults } from './connections.ts';
import type { ServerFault } from './fault.ts';
import { gatewayFaults } from './gateways.ts';
import { keyFaults } from './keys.ts';
import { lifecycleFaults } from './lifecycles.ts';
import { otherServers } from './other-servers.ts';
import { pagingFaults } from './paging.ts';
import { refusalFaults } from './refusals.ts';

/** The faults of a server other than those of single answers. */
export const serverFaults: readonly ServerFault[] = [
  ...lifecycleFaults,
  ...refusalFaults,
  ...pagingFaults,
  ...keyFaults,
  ...connectionFaults,
  ...gatewayFaults,
  ...growthFaults,
  ...otherServers,
];

/**
 * The fault of an id: one of {@link serverFaults}, or one of {@link answerFaults} in every answer that has
 * a place for it.
 *
 * @throws {RangeError} naming the id, when there is none
 */
export function serverFault(id: string): ServerFault {
  const own = serverFaults.find((fault) => fault.id === id);
  if (own) return own;
  const inAnswer = answerFaults.find((fault) => fault.id === id);
  if (inAnswer) return inAnswers(inAnswer);
  const known = [...answerFaults, ...serverFaults].map((fault) => fault.id);
  throw new RangeError(`There is no fault '${id}', but ${known.join(', ')}`);
}
