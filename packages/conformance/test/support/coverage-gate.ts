import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Point } from '../../src/contract-coverage/point.ts';

/** Points that nothing touches, and why that is in order. */
export interface Exception {
  readonly reason: string;
  readonly points: readonly string[];
}

const file = 'packages/conformance/coverage-exceptions.yaml';

/** The reviewed list of what nothing touches. */
export function readExceptions(): Exception[] {
  const text = readFileSync(new URL('../../coverage-exceptions.yaml', import.meta.url), 'utf8');
  return parse(text) as Exception[];
}

/** What nothing touches of operations that the mock only answers with their examples. */
export function untaught(
  points: readonly Point[],
  isTouched: (point: Point) => boolean,
  operations: readonly string[],
): Exception[] {
  const reason = 'The mock has no behaviour for it yet: it answers with its example.';
  const ids = points
    .filter((point) => operations.includes(point.group) && !isTouched(point))
    .map(({ id }) => id);
  return ids.length > 0 ? [{ reason, points: ids }] : [];
}

/** What is declared and not touched, save for the exceptions; and the exceptions that are none. */
export function gapsIn(
  points: readonly Point[],
  isTouched: (point: Point) => boolean,
  exceptions: readonly Exception[],
): string[] {
  const declared = new Map(points.map((point) => [point.id, point]));
  const listed = exceptions.flatMap((it) => it.points);
  return [
    ...points
      .filter((point) => !isTouched(point) && !listed.includes(point.id))
      .map(
        ({ id, contract }) =>
          `${contract}: no test touches "${id}". Let a walk in test/support/walk-*.ts touch it, or add it to ${file} with the reason.`,
      ),
    ...exceptions
      .filter(({ reason }) => !reason?.trim())
      .map((it) => `${file}: "${it.points.join('", "')}" has no reason.`),
    ...listed
      .filter((id, at) => listed.indexOf(id) !== at)
      .map((id) => `${file}: "${id}" is there twice. Take one out.`),
    ...listed.flatMap((id) => {
      const point = declared.get(id);
      if (!point) return [`${file}: the contract does not declare "${id}". Take it out.`];
      return isTouched(point) ? [`${file}: "${id}" is touched. Take it out.`] : [];
    }),
  ];
}
