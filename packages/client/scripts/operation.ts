/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  /** What TypeScript calls its values, such as `string | null`. */
  readonly type: string;
  readonly description: string;
  readonly example: unknown;
}

/** The body that an operation takes. */
export interface RequestBody {
  /** The name of its type. */
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  readonly example: unknown;
}

/** A status that an operation may answer with. */
export interface Answer {
  readonly status: number;
  /** The name of its body's type. */
  readonly type: string;
  readonly description: string;
}

/** How the pages of an operation hang together. */
export interface Paging {
  /** The type of what is on the pages. */
  readonly item: string;
  /** Whether that has an `id`. */
  readonly hasId: boolean;
}

/** An operation of the contract, as the client has it. */
export interface Operation {
  readonly id: string;
  /** The resource that it belongs to, such as `appConversations`. */
  readonly resource: string;
  /** Its name there, such as `start`. */
  readonly verb: string;
  readonly method: string;
  readonly path: string;
  readonly description: string;
  /** Why it is deprecated and what to use instead; undefined if it is not. */
  readonly deprecated: string | undefined;
  readonly retry: 'safe' | 'unsent' | 'never';
  /** In the order of the path. */
  readonly pathParameters: readonly Parameter[];
  readonly queryParameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  readonly success: Answer;
  readonly failures: readonly Answer[];
  readonly paging: Paging | undefined;
}
