/** The part of Redocly's plugin interface that is used here. */

export type Node = Record<string, unknown>;

export interface Location {
  readonly source: { readonly absoluteRef: string; readonly body: string };
  /** A JSON Pointer into the file. */
  readonly pointer: string;
  child(keys: readonly string[]): Location;
  /** The key of the node instead of its value. */
  key(): Location;
}

export interface Context {
  /** The name or index of the node in its parent. */
  readonly key: string | number;
  readonly location: Location;
  readonly type: { readonly name: string };
  readonly report: (problem: { message: string; location?: Location }) => void;
}

/** Called for a node, or for a `$ref` with its target. */
export type Visit = (
  node: Node,
  context: Context,
  resolved: { readonly location?: Location },
) => void;

/** The functions that Redocly calls, by the type of node; `ref` stands for each `$ref`. */
export type Visitor = Readonly<
  Record<string, Visit | { readonly enter?: Visit; readonly leave?: Visit }>
>;

/**
 * Visits every schema. Redocly passes the target of a `$ref` as the node: only its `ref` visitor sees the
 * keys beside a `$ref`.
 */
export function schemas(visit: Visit): Visitor {
  return {
    Schema: visit,
    ref: {
      enter(node, context, resolved) {
        if (context.type.name === 'Schema') visit(node, context, resolved);
      },
    },
  };
}

/** Whether a value is a text that says something. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
