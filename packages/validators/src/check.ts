/** What is found wrong by generated code, in the form that Ajv gives it. */
export interface Finding {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** How strictly a check looks. */
export interface Strictness {
  readonly closed: boolean;
}

/** A generated function that says whether a value is as a schema says, and leaves what it has found. */
export interface Check {
  (this: Strictness, value: unknown): boolean;
  errors?: readonly Finding[] | null;
}
