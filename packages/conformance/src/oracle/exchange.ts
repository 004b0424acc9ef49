/** One request and what was answered, read to its end. */
export interface Exchange {
  readonly request: SentRequest;
  readonly answer: Answer;
}

/** A request as it went over the wire. */
export interface SentRequest {
  /** In capitals. */
  readonly method: string;
  /** Absolute, with the query. */
  readonly url: string;
  readonly headers: Headers;
  /** The text of the body; undefined where there was none. */
  readonly body: string | undefined;
}

/** An answer, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The text of the body, which is empty where there was none. */
  readonly body: string;
}
