import * as fc from 'fast-check';
import { type Operation, type Parameter, resolve } from '../contract.ts';
import { type Fault, fault, type Weighted } from './fault.ts';
import type { Known } from './known.ts';
import type { RandomRequest } from './random-requests.ts';
import { text } from './random-text.ts';

/** Faults of the query, where the operation declares a refusal for them. */
export function queryFaults(
  operation: Operation,
  valid: fc.Arbitrary<RandomRequest>,
  known: Known,
): Weighted[] {
  const names = (operation.parameters ?? []).map((it) => resolve<Parameter>(it).name);
  if (!operation.responses['422']) return [];
  const wrong = (name: string, kind: Fault['kind'], ways: fc.Arbitrary<readonly string[]>) =>
    names.includes(name)
      ? [
          fault({ kind, status: 422, weight: 30 }, valid, ways, ({ query }, values) => ({
            query: [
              ...query.filter((pair) => !pair.startsWith(`${name}=`)),
              ...values.map((value) => `${name}=${value}`),
            ],
            loc: ['query', name],
          })),
        ]
      : [];
  // Of another operation nobody has learnt which pages it gives.
  const pages = known.pages[operation.operationId];
  return [
    ...wrong(
      'limit',
      'limit',
      fc.constantFrom(...limits).map((limit) => [limit]),
    ),
    ...wrong('limit', 'limit given twice', fc.constantFrom(['5', '6'], ['5', '5'], ['x', '5'])),
    ...(pages
      ? wrong(
          'page_id',
          'page_id',
          text.map((id) => [encodeURIComponent(pages.includes(id) ? `${id} not` : id)]),
        )
      : []),
    ...wrong(
      'ids',
      'ids',
      fc
        .array(fc.nat(), { minLength: 101, maxLength: 103, size: 'max' })
        .map((it) => it.map(String)),
    ),
  ];
}

const wrongNumbers = '0 101 -1 -0 1.5 1e1 0x10 1_0 5,6 5;6 NaN Infinity 99999999999999999999';
const noNumbers = 'x null true %205 5%20 %00 5%00 %D9%A3';
const limits = [...`${wrongNumbers} ${noNumbers}`.split(' '), ''];
