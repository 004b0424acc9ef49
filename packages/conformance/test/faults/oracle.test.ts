/** The oracle against every example of a response, with each message fault at each location that it applies to. */
import { expect, test } from 'vitest';
import { validateExchange } from '../../src/oracle/validate-exchange.ts';
import { plainExchange } from '../../src/testing/plain-exchange.ts';
import { exampleOf } from '../support/bodies.ts';
import {
  breakResponse,
  exampleResponses,
  type FaultyResponse,
  messageFaults,
} from './message-faults.ts';

/** Returns part, pointer and keyword of what the oracle reports about a response. */
function reportsOf(
  example: (typeof exampleResponses)[number],
  response: FaultyResponse,
): string[] {
  const { method, path } = example.operation;
  const line = `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, 'an-id')}`;
  const { request } = plainExchange(line, 200, '', {
    sent: exampleOf(example.operation),
  });
  const { violations } = validateExchange(
    { request, response },
    { closed: true },
  );
  return violations
    .filter(({ side }) => side === 'response')
    .map(({ part, pointer, keyword }) => `${part} ${pointer} ${keyword}`);
}

test.each(Object.entries(messageFaults))('finds %s where it is', (_, fault) => {
  const faulty = exampleResponses.flatMap((example) =>
    breakResponse(fault, example).map((response) => ({ example, response })),
  );
  expect(faulty).not.toEqual([]);
  for (const { example, response } of faulty) {
    const { expected } = response;
    const { title } = example;
    const reports = reportsOf(example, response);
    expect({ title, reports }).toEqual({
      title,
      reports: expect.arrayContaining([expected]),
    });
  }
});
