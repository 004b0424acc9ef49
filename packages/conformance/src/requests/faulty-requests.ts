import * as fc from 'fast-check';
import { bodyFaults } from './body-faults.ts';
import type { Operation } from '../contract.ts';
import type { FaultyRequest } from './fault.ts';
import { queryFaults } from './query-faults.ts';
import type { RandomRequest } from './random-requests.ts';
import { routeFaults } from './route-faults.ts';

/** Requests of one operation with one fault each, made from valid ones. */
export function faultyRequests(
  operation: Operation,
  valid: fc.Arbitrary<RandomRequest>,
): fc.Arbitrary<FaultyRequest> {
  const faults = [
    ...routeFaults(operation, valid),
    ...queryFaults(operation, valid),
    ...(operation.requestBody ? bodyFaults(operation, valid) : []),
  ];
  return fc.oneof(...faults.map(({ weight, faulty }) => ({ weight, arbitrary: faulty })));
}
