/** The part of Redocly's plugin interface that is used here. */

export type Node = Record<string, unknown>;

export interface Location {
  source: { absoluteRef: string };
  /** The place in the file, as a JSON Pointer (RFC 6901, section 6). */
  pointer: string;
  child(keys: string[]): Location;
  key(): Location;
}

export interface Context {
  /** The name or position of the node in its parent. */
  key: string | number;
  location: Location;
  type: { name: string };
  report: (problem: { message: string; location?: Location }) => void;
}

interface Resolved {
  location?: Location;
}

type Visit = (node: Node, context: Context) => void;
type RefNode = Node & { $ref: string };

/** Called while Redocly walks a document: for nodes of a type, and for each `$ref`. */
export interface Visitor {
  Root?: { enter?: Visit; leave?: Visit };
  Server?: Visit;
  Operation?: Visit;
  Parameter?: Visit;
  RequestBody?: Visit;
  Response?: Visit;
  Link?: Visit;
  Schema?: Visit;
  ref?: { enter: (node: RefNode, context: Context, resolved: Resolved) => void };
}
