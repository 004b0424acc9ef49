import * as fc from 'fast-check';
import { type Operation, type Parameter, resolve } from '../contract.ts';
import { type Fault, fault, type Weighted } from './fault.ts';
import type { RandomRequest } from './random-requests.ts';

interface Way {
  readonly values: readonly string[];
  readonly lenient?: boolean;
  /** The steps to the value in the parameter. */
  readonly steps?: readonly number[];
}

/** Faults of the query, of an operation that declares 422. */
export function queryFaults(operation: Operation, valid: fc.Arbitrary<RandomRequest>): Weighted[] {
  const names = (operation.parameters ?? []).map((it) => resolve<Parameter>(it).name);
  if (!operation.responses['422']) return [];
  const wrong = (name: string, kind: Fault['kind'], ways: fc.Arbitrary<Way>) =>
    names.includes(name)
      ? [
          fault(
            { kind, status: 422, weight: 30 },
            valid,
            ways,
            ({ query }, { values, lenient = false, steps = [] }) => ({
              query: [
                ...query.filter((pair) => !pair.startsWith(`${name}=`)),
                ...values.map((value) => `${name}=${value}`),
              ],
              loc: ['query', name, ...steps],
              lenient,
            }),
          ),
        ]
      : [];
  return [
    ...wrong(
      'limit',
      'limit',
      fc.oneof(
        fc.constantFrom(...wrongLimits).map((limit) => ({ values: [limit] })),
        fc.constantFrom(...oddLimits, '').map((limit) => ({ values: [limit], lenient: true })),
      ),
    ),
    ...wrong(
      'limit',
      'limit given twice',
      fc.constantFrom(['5', '6'], ['5', '5'], ['x', '5']).map((values) => ({
        values,
        lenient: true,
      })),
    ),
    ...wrong(
      'ids',
      'ids',
      fc
        .uniqueArray(fc.uuid(), { minLength: 101, maxLength: 103, size: 'max' })
        .map((values) => ({ values })),
    ),
    ...wrong(
      'ids',
      'no UUID',
      fc
        .constantFrom('not-a-uuid', '1', 'null')
        .map((id) => ({ values: [id], lenient: true, steps: [0] })),
    ),
  ];
}

const wrongLimits = '0 101 -1 1.5 1e1 0x10 5,6 5;6 NaN Infinity 99999999999999999999 x null'.split(
  ' ',
);
/** Some parsers read them as numbers. */
const oddLimits = '-0 1_0 true %205 5%20 %00 5%00 %D9%A3'.split(' ');
