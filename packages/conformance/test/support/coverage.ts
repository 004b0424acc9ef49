import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { createCoverage } from '../../src/contract-coverage/coverage.ts';
import type { Point } from '../../src/contract-coverage/summary.ts';
import * as scenarios from './scenarios.ts';

/**
 * Returns whether the mock shows a point of the contract, and what it failed to respond to.
 *
 * @param random whether to send random requests too, which show more of the optional properties
 */
export async function coverMock({ random }: { readonly random: boolean }) {
  const { lifecycles, exampleRequests, rejectedRequests, requestedExamples } = scenarios;
  const randomOnes = random ? [scenarios.randomRequests, scenarios.randomConversations] : [];
  const fixed = [lifecycles, exampleRequests, rejectedRequests];
  const exchanges = await scenarios.exchangesOf(...randomOnes, ...fixed);
  const own = createCoverage();
  for (const exchange of exchanges) own.touch(exchange);
  const requested = createCoverage();
  for (const exchange of await scenarios.exchangesOf(requestedExamples)) requested.touch(exchange);
  return {
    isTouched: (point: Point) =>
      own.has(point) || (point.kind === 'example' && requested.has(point)),
    failed: exchanges.filter(({ answer }) => answer.status >= 500),
  };
}

/** Returns why the mock never shows some points, by their ids: see `coverage-exceptions.yaml`. */
export function readReasons(): ReadonlyMap<string, string> {
  const text = readFileSync(new URL('../../coverage-exceptions.yaml', import.meta.url), 'utf8');
  const entries = parse(text) as { reason: string; points: string[] }[];
  return new Map(entries.flatMap(({ reason, points }) => points.map((id) => [id, reason.trim()])));
}
