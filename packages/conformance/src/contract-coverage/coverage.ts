import type { Exchange } from '../oracle/exchange.ts';
import { declared } from './declared.ts';
import { LifecycleWatch } from './lifecycle-watch.ts';
import { operationTouched } from './operation-touched.ts';
import type { Point } from './point.ts';
import { exchangeReader } from './read-exchange.ts';
import { type CoverageSummary, summaryOf } from './summary.ts';

/** Which points of the contract exchanges have touched. */
export interface Coverage {
  /**
   * Adds what an exchange shows. Bodies that break the contract show nothing, and a request only what was
   * carried out. States are compared with those that exchanges before it have shown.
   */
  touch(exchange: Exchange): void;
  /** Whether a point was touched. */
  has(point: Point): boolean;
  summary(): CoverageSummary;
}

/** With whom exchanges are made. */
export interface CoverageOptions {
  /**
   * The address of the server; its path is taken off.
   *
   * @default the origin of each request
   */
  readonly baseUrl?: string | undefined;
}

/**
 * Begins to note which points are touched. Its `touch` throws a TypeError when the address of a request, or
 * `baseUrl`, is not absolute.
 *
 * @example
 * const coverage = createCoverage();
 * for (const exchange of exchanges) coverage.touch(exchange);
 * console.log(coverageTable(coverage.summary()));
 */
export function createCoverage({ baseUrl }: CoverageOptions = {}): Coverage {
  const read = exchangeReader(declared.shapes, baseUrl);
  const touched = new Set<string>();
  const watch = new LifecycleWatch(declared.tables);
  const has = ({ id }: Point) => touched.has(id);
  return {
    touch(exchange) {
      const one = read(exchange);
      if (!one) return;
      for (const id of operationTouched(one)) touched.add(id);
      for (const id of watch.note(one)) touched.add(id);
    },
    has,
    summary: () => summaryOf(declared.points, has),
  };
}

/** What exchanges have touched, in the order in which they were made. */
export function measureCoverage(
  exchanges: Iterable<Exchange>,
  options?: CoverageOptions,
): CoverageSummary {
  const coverage = createCoverage(options);
  for (const exchange of exchanges) coverage.touch(exchange);
  return coverage.summary();
}
