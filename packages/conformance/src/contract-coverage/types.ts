/** What users see of coverage. Imports nothing: declarations of the package must not need the workspace. */

/**
 * - `message`: a request, or a response with a status, of a media type;
 * - `example`: a body that is a named example;
 * - `present`, `absent`, `null`, `empty`: a parameter or a property that is present, is absent, is null, or is a
 *   list without items;
 * - `choice`: one of the schemas or types that a value may have;
 * - `value`: one of the values of an enumeration;
 * - `transition`, `unchanged`, `rejected`: an entry of a lifecycle.
 */
export type PointKind =
  | 'message'
  | 'example'
  | 'present'
  | 'absent'
  | 'null'
  | 'empty'
  | 'choice'
  | 'value'
  | 'transition'
  | 'unchanged'
  | 'rejected';

/** Something that the contract declares and that one or more exchanges can show. */
export interface Point {
  /**
   * Stays the same: `startSandbox 200 body /session_api_key null`, `SandboxStatus RUNNING -pauseSandbox-> PAUSED`. Its
   * first word is the operation, or the schema of the lifecycle.
   */
  readonly id: string;
  readonly kind: PointKind;
}

/** How many points there are, and how many of them were touched. */
export interface Tally {
  readonly declared: number;
  readonly touched: number;
}

/** An operation or a lifecycle. */
export interface GroupSummary extends Tally {
  /** The operationId, or the name of the schema that has the lifecycle. */
  readonly group: string;
  /** Kinds without points are left out. */
  readonly kinds: Readonly<Partial<Record<PointKind, Tally>>>;
  /** The ids of the points that were not touched. */
  readonly untouched: readonly string[];
}

/** What the contract declares, and how much of it was touched. */
export interface CoverageSummary extends Tally {
  readonly contractVersion: string;
  /** The operations, then the lifecycles, in the order of the contract. */
  readonly groups: readonly GroupSummary[];
}

export interface CoverageOptions {
  /** The address of the server; its path is removed from those of the requests. @default the origin of each request */
  readonly baseUrl?: string | undefined;
}
