/** Counts of touched points, as data and as tables. */
import { contract } from '../contract.ts';

/** What a point is about, in the order of tables. */
export const pointKinds = [
  'message',
  'example',
  'present',
  'absent',
  'null',
  'empty',
  'choice',
  'value',
  'transition',
  'unchanged',
  'rejected',
] as const;

/**
 * - `message`: a request, or a response with a status, of a media type;
 * - `example`: a body that is a named example;
 * - `present`, `absent`, `null`, `empty`: a parameter or a property that is present, is absent, is null, or is a
 *   list without items;
 * - `choice`: one of the schemas or types that a value may have;
 * - `value`: one of the values of an enumeration;
 * - `transition`, `unchanged`, `rejected`: an entry of a lifecycle.
 */
export type PointKind = (typeof pointKinds)[number];

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
export function summaryOf(points: readonly Point[], isTouched: IsTouched): CoverageSummary {
  const groups = Map.groupBy(points, ({ group }) => group);
  return {
    contractVersion: contract.info.version,
    ...tally(points, isTouched),
    groups: [...groups].map(([group, own]) => ({
      group,
      ...tallies(own, isTouched),
      parts: [...Map.groupBy(own, ({ part }) => part)].map(([part, some]) => ({
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
  const kinds = Map.groupBy(points, ({ kind }) => kind);
  return {
    ...tally(points, isTouched),
    kinds: Object.fromEntries([...kinds].map(([kind, some]) => [kind, tally(some, isTouched)])),
  };
}

const headings: Readonly<Record<PointKind, string>> = {
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
};

/**
 * Two tables, of the operations and of the lifecycles: how many points of each kind were touched, of how many.
 * They can be read as they are, and as Markdown.
 */
export function coverageTable({ groups }: CoverageSummary): string {
  const ofLifecycles: readonly PointKind[] = ['transition', 'unchanged', 'rejected'];
  const ofOperations = pointKinds.filter((kind) => !ofLifecycles.includes(kind));
  return [['Operation', ofOperations] as const, ['Lifecycle', ofLifecycles] as const]
    .map(([title, kinds]) => {
      const own = groups.filter((it) => kinds.some((kind) => it.kinds[kind]));
      return aligned([
        [title, ...kinds.map((kind) => headings[kind]), 'All'],
        ...own.map((it) => [it.group, ...kinds.map((kind) => cell(it.kinds[kind])), cell(it)]),
      ]);
    })
    .join('\n\n');
}

function cell(count: Tally | undefined): string {
  return count ? `${count.touched}/${count.declared}` : '';
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

/** A table (GitHub Flavored Markdown, section 4.10) with columns of equal width, the first one a heading. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, at) => Math.max(3, ...rows.map((row) => row[at]!.length)));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const padded = rows.map((row) =>
    line(row.map((text, at) => (at === 0 ? text.padEnd(widths[at]!) : text.padStart(widths[at]!)))),
  );
  const rule = line(
    widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)),
  );
  return padded.toSpliced(1, 0, rule).join('\n');
}
