import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { createCoverage } from '../../src/contract-coverage/coverage.ts';
import type { Point } from '../../src/contract-coverage/summary.ts';
import type { Exchange } from '../../src/oracle/exchange.ts';
import { validateExchange } from '../../src/oracle/validate-exchange.ts';
import type { Walk } from './walk.ts';

/** What exchanges with the mock have shown. */
export interface Coverage {
  readonly isTouched: (point: Point) => boolean;
  /** What is wrong with the responses, a line each. */
  readonly violations: readonly string[];
}

/** Measures which points of the contract a scenario shows. Only responses without violations count. */
export function coverageOf({ exchanges, wishes }: Walk): Coverage {
  const violations: string[] = [];
  const measure = (some: readonly Exchange[]) => {
    const coverage = createCoverage();
    for (const exchange of some) {
      const { request, answer } = exchange;
      const { findings } = validateExchange(exchange, { closed: true });
      const own = findings.filter(({ side }) => side === 'answer');
      if (own.length === 0) coverage.touch(exchange);
      // The contract does not declare what becomes of a request that calls none of its operations.
      const isUndeclared = [400, 404, 405, 406, 413, 415].includes(answer.status);
      for (const { part, pointer, message } of own) {
        if (part === 'status' && isUndeclared) continue;
        violations.push(`${request.method} ${request.url} ${answer.status}${pointer} ${message}`);
      }
    }
    return coverage;
  };
  const done = measure(exchanges);
  const wished = measure(wishes);
  return {
    isTouched: (point) => done.has(point) || (point.kind === 'example' && wished.has(point)),
    violations,
  };
}

/** Why the mock never shows some points, by their ids: see `coverage-exceptions.yaml`. */
export function readReasons(): ReadonlyMap<string, string> {
  const text = readFileSync(new URL('../../coverage-exceptions.yaml', import.meta.url), 'utf8');
  const entries = parse(text) as { reason: string; points: string[] }[];
  return new Map(entries.flatMap(({ reason, points }) => points.map((id) => [id, reason.trim()])));
}
