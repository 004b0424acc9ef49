/** Counts of touched points, as data and as tables. */
import { markdownTable } from 'markdown-table';
import { contract } from '../contract.ts';

/** The headings of the tables, in their order. */
const headings = {
  message: 'Messages',
  example: 'Examples',
  present: 'Present',
  absent: 'Absent',
  null: 'Null',
  empty: 'Empty',
  choice: 'Choices',
  value: 'Values',
  transition: 'Transitions',
  unchanged: 'Unchanged',
  rejected: 'Rejected',
} as const;

/**
 * - `message`: a request, or a response with a status, of a media type;
 * - `example`: a body that is a named example;
 * - `present`, `absent`, `null`, `empty`: a parameter or a property that is present, is absent, is null, or is a
 *   list without items;
 * - `choice`: one of the schemas or types that a value may have;
 * - `value`: one of the values of an enumeration;
 * - `transition`, `unchanged`, `rejected`: an entry of a lifecycle.
 */
export type PointKind = keyof typeof headings;

/** Something that the contract declares and that one or more exchanges can show. */
export interface Point {
  /** Stays the same: `startSandbox 200 body /session_api_key null`, `SandboxStatus RUNNING -pauseSandbox-> PAUSED`. */
  readonly id: string;
  readonly kind: PointKind;
  /** The operation, or the schema of the lifecycle, that it belongs to. */
  readonly group: string;
  /** The part of the group: `parameters`, `request application/json`, `200 application/json`, `lifecycle`. */
  readonly part: string;
  /** Where it is declared, as a pointer into the bundle: `#/components/schemas/Sandbox/properties/id`. */
  readonly contract: string;
}

/** How many points there are, and how many of them were touched. */
export interface Tally {
  readonly declared: number;
  readonly touched: number;
}

/** Points in all and by kind; kinds without points are left out. */
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

/** The parameters, the request, a response, or the entries of a lifecycle. */
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

/** Counts points, in all and by what they belong to. */
export function summaryOf(
  points: readonly Point[],
  isTouched: IsTouched,
): CoverageSummary {
  const tally = (some: readonly Point[]): Tally => ({
    declared: some.length,
    touched: some.filter(isTouched).length,
  });
  const tallies = (some: readonly Point[]): Tallies => {
    const kinds = [...Map.groupBy(some, ({ kind }) => kind)];
    return {
      ...tally(some),
      kinds: Object.fromEntries(kinds.map(([kind, own]) => [kind, tally(own)])),
    };
  };
  return {
    contractVersion: contract.info.version,
    ...tally(points),
    groups: [...Map.groupBy(points, ({ group }) => group)].map(
      ([group, own]) => ({
        group,
        ...tallies(own),
        parts: [...Map.groupBy(own, ({ part }) => part)].map(
          ([part, some]) => ({
            part,
            ...tallies(some),
          }),
        ),
        untouched: own.filter((point) => !isTouched(point)).map(({ id }) => id),
      }),
    ),
  };
}

/**
 * Two tables, of the operations and of the lifecycles: how many points of each kind were touched, of how many.
 * They can be read as they are, and as Markdown.
 */
export function coverageTable({ groups }: CoverageSummary): string {
  const kinds = Object.keys(headings) as PointKind[];
  const first = kinds.indexOf('transition');
  const cell = (count?: Tally) =>
    count ? `${count.touched}/${count.declared}` : '';
  const table = (title: string, columns: readonly PointKind[]) =>
    markdownTable(
      [
        [title, ...columns.map((kind) => headings[kind]), 'All'],
        ...groups
          .filter((it) => columns.some((kind) => it.kinds[kind]))
          .map((it) => [
            it.group,
            ...columns.map((kind) => cell(it.kinds[kind])),
            cell(it),
          ]),
      ],
      { align: ['', ...columns.map(() => 'r'), 'r'] },
    );
  return [
    table('Operation', kinds.slice(0, first)),
    table('Lifecycle', kinds.slice(first)),
  ].join('\n\n');
}

/**
 * The coverage in one line.
 *
 * @example
 * coverageLine(coverage.summary()); // '612 of 874 points of the contract were touched (70 %)'
 */
export function coverageLine({ touched, declared }: Tally): string {
  // Rounded down: 100 % is all of them.
  const share = declared === 0 ? 100 : Math.floor((touched / declared) * 100);
  return `${touched} of ${declared} points of the contract were touched (${share} %)`;
}
