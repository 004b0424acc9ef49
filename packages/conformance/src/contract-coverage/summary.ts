import { contract } from '../contract.ts';
import { groupBy } from '../reports/group-by.ts';
import type { Point, PointKind } from './point.ts';

/** How many points there are, and how many of them were touched. */
export interface Tally {
  readonly declared: number;
  readonly touched: number;
}

/** Points, all of them and by what they are about; without the kinds of which there are none. */
export interface Tallies extends Tally {
  readonly kinds: Readonly<Partial<Record<PointKind, Tally>>>;
}

/** An operation or a lifecycle. */
export interface GroupSummary extends Tallies {
  /** The operationId, or the name of the schema that has the lifecycle. */
  readonly group: string;
  readonly parts: readonly PartSummary[];
  /** The ids of the points that were not touched. */
  readonly untouched: readonly string[];
}

/** The parameters, the request, an answer, or the entries of a lifecycle. */
export interface PartSummary extends Tallies {
  /** Such as `parameters`, `200 application/json` or `lifecycle`. */
  readonly part: string;
}

/** What the contract declares, and how much of it was touched. */
export interface CoverageSummary extends Tally {
  readonly contractVersion: string;
  /** The operations, then the lifecycles, in the order of the contract. */
  readonly groups: readonly GroupSummary[];
}

type IsTouched = (point: Point) => boolean;

/** Counts points, all of them and by what they belong to. */
export function summaryOf(points: readonly Point[], isTouched: IsTouched): CoverageSummary {
  const groups = groupBy(points, ({ group }) => group);
  return {
    contractVersion: contract.info.version,
    ...tally(points, isTouched),
    groups: [...groups].map(([group, own]) => ({
      group,
      ...tallies(own, isTouched),
      parts: [...groupBy(own, ({ part }) => part)].map(([part, some]) => ({
        part,
        ...tallies(some, isTouched),
      })),
      untouched: own.filter((point) => !isTouched(point)).map(({ id }) => id),
    })),
  };
}

function tally(points: readonly Point[], isTouched: IsTouched): Tally {
  return { declared: points.length, touched: points.filter(isTouched).length };
}

function tallies(points: readonly Point[], isTouched: IsTouched): Tallies {
  const kinds = groupBy(points, ({ kind }) => kind);
  return {
    ...tally(points, isTouched),
    kinds: Object.fromEntries([...kinds].map(([kind, some]) => [kind, tally(some, isTouched)])),
  };
}
