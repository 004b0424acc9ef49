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
 * - `message`: a request, or an answer with a status, of a media type;
 * - `example`: a body that is a named example;
 * - `present`, `absent`, `null`, `empty`: a parameter or a member that is there, is not there, is null, or is a
 *   list without items;
 * - `choice`: one of the schemas or types that may stand in a place;
 * - `value`: one of the values of an enumeration;
 * - `transition`, `unchanged`, `rejected`: an entry of a lifecycle table.
 */
export type PointKind = (typeof pointKinds)[number];

/** Something that the contract declares and that an exchange, or several of them, can show. */
export interface Point {
  /**
   * Says what it is, and stays the same: `startSandbox 200 body /session_api_key null`, or
   * `SandboxStatus RUNNING -pauseSandbox-> PAUSED`.
   */
  readonly id: string;
  readonly kind: PointKind;
  /** The operation, or the schema of the lifecycle, that it belongs to. */
  readonly group: string;
  /** The part of the group: `parameters`, `request application/json`, `200 application/json`, `lifecycle`. */
  readonly part: string;
  /** Where it is declared, as a pointer into the bundle: `#/components/schemas/Sandbox/properties/id`. */
  readonly contract: string;
}
