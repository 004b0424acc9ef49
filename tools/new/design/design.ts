import type { Method, Retry } from '../cli/options.ts';

/** A schema of a body. */
export interface SchemaChoice {
  readonly name: string;
  readonly isNew: boolean;
  /** The schema of the items, where this one is a new list or page. */
  readonly item?: SchemaChoice;
  readonly isPage?: boolean;
}

/** A body that is sent or answered. */
export interface BodyDesign {
  readonly schema: SchemaChoice;
  /** The name of its example, which is new. */
  readonly example: string;
  readonly value: unknown;
}

/** A parameter, which is a component. */
export interface ParameterDesign {
  readonly component: string;
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly isNew: boolean;
  readonly example: string;
}

/** An error, which is a component. */
export interface ErrorDesign {
  readonly status: 400 | 401 | 404 | 422;
  readonly response: string;
  readonly isNew: boolean;
}

/** A new operation, with everything decided. */
export interface Design {
  readonly id: string;
  readonly verb: string;
  /** What it acts on, in small words and with an article, such as `a sandbox`. */
  readonly object: string;
  readonly method: Method;
  readonly path: string;
  /** Whether the table of paths has it. */
  readonly isListed: boolean;
  /** The file of the path, from `openapi/`. */
  readonly file: string;
  /** What the client calls the resource, such as `appConversations`. */
  readonly resource: string;
  readonly tag: { readonly name: string; readonly isNew: boolean };
  readonly summary: string;
  readonly retry: Retry;
  readonly decision: string;
  /** Such as `2026-11-22`. */
  readonly date: string;
  readonly parameters: readonly ParameterDesign[];
  readonly body: BodyDesign | undefined;
  readonly answer: BodyDesign;
  readonly errors: readonly ErrorDesign[];
  /** The release step that an addition is, by the version that there is. */
  readonly step: 'patch' | 'minor';
}
