/**
 * What a source states of the service, written down by hand and apart from the contract, so that a slip
 * in the contract meets a second witness.
 *
 * Types are written as in TypeScript, with the format or the bounds in parentheses where there are any:
 * `string | null`, `string(date-time)`, `integer(1..100)`, `string[] | null`, `'a' | 'b'`,
 * `{ [name]: string }`. A word with a capital is the schema of that name, unless it is an enumeration:
 * those are written out. A choice by a tag ends with the tag and what each of its values stands for.
 */
export interface ObjectStatement {
  readonly required: readonly string[];
  readonly members: Readonly<Record<string, string>>;
  readonly defaults?: Readonly<Record<string, unknown>>;
}

/** The objects that a source describes, by the name of their schema. */
export type ObjectStatements = Readonly<Record<string, ObjectStatement>>;

/** What a source states of one operation. */
export interface OperationStatement {
  readonly method: string;
  readonly path: string;
  /**
   * The place, type and default of each parameter, such as `query integer(1..100) = 100`; one whose name
   * ends in `!` is required, and a list is `repeated` when each item stands for itself (`ids=a&ids=b`).
   */
  readonly parameters?: Readonly<Record<string, string>>;
  /** The request body; one that ends in `!` is required. */
  readonly request?: string;
  /**
   * The type of the JSON body of each status, behind the name of the response where operations share it,
   * such as `SandboxNotFound: ErrorBody`.
   */
  readonly answers: Readonly<Record<string, string>>;
}

/** The operations that a source describes, by their operationId. */
export type OperationStatements = Readonly<Record<string, OperationStatement>>;
