import { expect, test } from 'vitest';
import { judgeExchange } from '../src/oracle/judge-exchange.ts';
import { exampleExchanges } from './support/example-exchanges.ts';
import { bodyExamples } from './support/examples.ts';

test('every body that the contract shows is judged', () => {
  const titles = exampleExchanges.map(({ title }) => title).toSorted();
  expect(titles).toEqual(bodyExamples.map(({ title }) => title).toSorted());
});

test.each(exampleExchanges)('$title is in order', ({ operation, value, withBody }) => {
  expect(judgeExchange(withBody(value), { closed: true, strict: true })).toEqual({
    operation: operation.operationId,
    findings: [],
  });
});
