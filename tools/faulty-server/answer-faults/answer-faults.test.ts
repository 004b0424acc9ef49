import { type OperationId, operations } from '@agent-conversation/validators';
import { describe, expect, test } from 'vitest';
import { answerExamples } from '../contract/examples.ts';
import { contract } from '../contract/contract.ts';
import { richAnswers, richContract } from '../testing/rich-contract.ts';
import { answerFaults, breakAnswer, whyNowhere } from './answer-faults.ts';
import type { AnswerFault, BrokenAnswer } from './fault.ts';

const examples = answerExamples(contract);

/** What the validators find in an answer, undeclared members too. */
function findings(operation: string, { status, headers, body }: Omit<BrokenAnswer, 'finding'>) {
  const contentType = headers.get('Content-Type');
  let value: unknown;
  try {
    value = body === '' ? undefined : JSON.parse(body);
  } catch {
    return [{ part: 'body', pointer: '', keyword: 'json' }];
  }
  const result = operations[operation as OperationId].validateAnswer(
    { status, contentType, headers, body: value },
    { closed: true },
  );
  return result.valid
    ? []
    : result.violations.map(({ part, pointer, keyword }) => ({ part, pointer, keyword }));
}

const sitesOf = (fault: AnswerFault) =>
  examples.flatMap((example) =>
    breakAnswer(fault, example).map((broken) => ({ ...example, broken })),
  );

test('the faults have the ids E1 to E28', () => {
  const ids = Array.from({ length: 28 }, (_, index) => `E${index + 1}`);
  expect(answerFaults.map(({ id }) => id)).toEqual(ids);
});

test('the contract has a place for most faults, and for the others it is told why not', () => {
  const reasons = answerFaults.map((fault) => [fault.id, whyNowhere(fault) ?? 'applicable']);
  expect(reasons).toEqual([
    ['E1', 'applicable'],
    ['E2', 'applicable'],
    ['E3', 'applicable'],
    ['E4', 'applicable'],
    ['E5', 'applicable'],
    ['E6', 'applicable'],
    ['E7', 'applicable'],
    ['E8', 'applicable'],
    ['E9', 'applicable'],
    ['E10', 'applicable'],
    ['E11', 'no schema of an answer has uniqueItems'],
    ['E12', 'no schema of an answer has additionalProperties or unevaluatedProperties: false'],
    ['E13', 'applicable'],
    ['E14', 'applicable'],
    ['E15', 'applicable'],
    ['E16', 'applicable'],
    ['E17', 'applicable'],
    ['E18', 'no schema of an answer has writeOnly'],
    ['E19', 'applicable'],
    ['E20', 'no schema of an answer has prefixItems'],
    ['E21', 'no answer declares a header that is required'],
    ['E22', 'no answer declares a header with a format'],
    ['E23', 'no answer declares a header that is a number or a boolean'],
    ['E24', 'applicable'],
    ['E25', 'no schema of an answer contains itself'],
    ['E26', 'no schema of an answer contains itself'],
    ['E27', 'every operation declares content for a success, or for all its statuses'],
    ['E28', 'every status of an operation with content declares content'],
  ]);
});

test.each(examples)('the example $title is valid', ({ operation, status, headers, value }) => {
  const body = value === undefined ? '' : JSON.stringify(value);
  expect(findings(operation, { status, headers, body })).toEqual([]);
});

describe.each(answerFaults.filter((fault) => whyNowhere(fault) === undefined))(
  '$id, $title',
  (fault) => {
    test('is in some example', () => {
      expect(sitesOf(fault)).not.toEqual([]);
    });

    test('is what the validators find', () => {
      for (const { operation, title, broken } of sitesOf(fault)) {
        expect(findings(operation, broken), title).toContainEqual(broken.finding);
      }
    });
  },
);

test.each(answerFaults)('$id, $title, is in no answer of a contract without a place', (fault) => {
  expect(whyNowhere(fault, { paths: {}, components: {} })).toBe(fault.lack);
});

test.each(answerFaults)('$id, $title, is in an answer of a contract with a place', (fault) => {
  expect(whyNowhere(fault, richContract)).toBeUndefined();
  const broken = richAnswers.flatMap((answer) => breakAnswer(fault, answer, richContract));
  expect(broken).not.toEqual([]);
});

test('an answer that is not declared is refused', () => {
  const answer = { operation: 'startSandbox', status: 418, headers: new Headers(), value: {} };
  expect(() => breakAnswer(answerFaults[0]!, answer)).toThrow(
    'The contract does not declare startSandbox 418',
  );
});
