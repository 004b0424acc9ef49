/** A request as the mock takes it, wherever it came from. */
export interface Call {
  /** In capitals. */
  readonly method: string;
  /** The path as it was sent, percent-encoded. */
  readonly path: string;
  /** What stands behind the question mark, as it was sent; empty if there is none. */
  readonly query: string;
  /** The value of a header, by its name in small letters. */
  header(name: string): string | undefined;
  /** The header `Host` of a request that came over a connection. */
  readonly host?: string | undefined;
  /** All headers, their names in small letters. */
  headers(): Iterable<readonly [name: string, value: string]>;
  /**
   * Reads the body.
   *
   * @param limit how many bytes it may have
   * @throws {BodyTooLarge} as soon as it is longer
   */
  read(limit: number): Promise<Uint8Array>;
  /** Is aborted when the caller has gone, where that can be told. */
  readonly signal?: AbortSignal;
}

/** An answer, ready to be sent. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How the connection fails while the answer is sent, where that was asked for. */
  readonly broken?: 'reset' | 'truncated';
}

/** A body that is longer than is allowed. */
export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge';
  override message = 'The body is too long';
}
