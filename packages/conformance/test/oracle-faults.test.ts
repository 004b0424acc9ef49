import {
  answerExamples,
  answerFaults,
  breakAnswer,
  whyNowhere,
} from '@agent-conversation/faulty-server';
import { describe, expect, test } from 'vitest';
import { operations } from '../src/contract.ts';
import { judgeExchange } from '../src/oracle/judge-exchange.ts';
import { exchangeOf } from './support/example-exchanges.ts';

const examples = answerExamples();
const applicable = answerFaults.filter((fault) => whyNowhere(fault) === undefined);

describe.each(applicable)('$id, $title', (fault) => {
  const broken = examples.flatMap((example) =>
    breakAnswer(fault, example).map((answer) => ({ example, answer })),
  );

  test('is found in every place', () => {
    expect(broken).not.toEqual([]);
    for (const { example, answer } of broken) {
      const operation = operations.find((it) => it.operationId === example.operation)!;
      const { request } = exchangeOf(operation, operation.requestBody && {}, 200, {});
      const { findings } = judgeExchange({ request, answer }, { closed: true });
      const found = findings.map(({ side, part, pointer, keyword }) => ({
        side,
        part,
        pointer,
        keyword,
      }));
      expect(found, example.title).toContainEqual({ side: 'answer', ...answer.finding });
    }
  });
});
