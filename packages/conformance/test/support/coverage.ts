import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { createCoverage } from '../../src/contract-coverage/coverage.ts';
import type { Point } from '../../src/contract-coverage/summary.ts';
import type { Exchange } from '../../src/oracle/exchange.ts';
import { validateExchange } from '../../src/oracle/validate-exchange.ts';
import * as scenarios from './scenarios.ts';

/** What exchanges with the mock have shown. */
export interface Coverage {
  readonly isTouched: (point: Point) => boolean;
  /** What is wrong with the responses, a line each. */
  readonly violations: readonly string[];
}

/**
 * Measures which points of the contract the mock shows. Only responses without violations count.
 *
 * @param random whether to send random requests too, which show more of the optional properties
 */
export async function coverMock({ random }: { readonly random: boolean }): Promise<Coverage> {
  const { lifecycles, exampleRequests, rejectedRequests, requestedExamples } = scenarios;
  const randomOnes = random ? [scenarios.randomRequests, scenarios.randomConversations] : [];
  const fixed = [lifecycles, exampleRequests, rejectedRequests];
  const own = measure(await scenarios.exchangesOf(...randomOnes, ...fixed));
  const requested = measure(await scenarios.exchangesOf(requestedExamples));
  return {
    isTouched: (point) => own.has(point) || (point.kind === 'example' && requested.has(point)),
    violations: [...own.violations, ...requested.violations],
  };
}

function measure(exchanges: readonly Exchange[]) {
  const coverage = createCoverage();
  const violations: string[] = [];
  for (const exchange of exchanges) {
    const { request, answer } = exchange;
    const { findings } = validateExchange(exchange, { closed: true });
    const own = findings.filter(({ side }) => side === 'answer');
    if (own.length === 0) coverage.touch(exchange);
    // The contract declares no response to a request that calls none of its operations.
    const isUndeclared = [400, 404, 405, 406, 413, 415].includes(answer.status);
    for (const { part, pointer, message } of own) {
      if (part === 'status' && isUndeclared) continue;
      violations.push(`${request.method} ${request.url} ${answer.status}${pointer} ${message}`);
    }
  }
  return { has: (point: Point) => coverage.has(point), violations };
}

/** Why the mock never shows some points, by their ids: see `coverage-exceptions.yaml`. */
export function readReasons(): ReadonlyMap<string, string> {
  const text = readFileSync(new URL('../../coverage-exceptions.yaml', import.meta.url), 'utf8');
  const entries = parse(text) as { reason: string; points: string[] }[];
  return new Map(entries.flatMap(({ reason, points }) => points.map((id) => [id, reason.trim()])));
}
