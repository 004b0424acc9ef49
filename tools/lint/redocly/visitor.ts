/** The part of Redocly's plugin interface that is used here. */

export type Node = Record<string, unknown>;

export interface Location {
  source: {
    absoluteRef: string;
    /** The text of the file. */
    body: string;
  };
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
  report: (problem: Problem) => void;
}

interface Problem {
  message: string;
  location?: Location;
  /** Where more is told. */
  reference?: string;
}

interface Resolved {
  location?: Location;
}

export type Visit = (node: Node, context: Context, resolved: Resolved) => void;
type RefNode = Node & { $ref: string };

/** Called while Redocly walks a document: for nodes of a type, and for each `$ref`. */
export interface Visitor {
  Root?: { enter?: Visit; leave?: Visit };
  Info?: Visit;
  Server?: Visit;
  Tag?: Visit;
  SecurityScheme?: Visit;
  Operation?: Visit;
  Parameter?: Visit;
  RequestBody?: Visit;
  Responses?: Visit;
  Response?: Visit;
  Header?: Visit;
  Link?: Visit;
  Example?: Visit;
  Schema?: Visit;
  ref?: { enter: (node: RefNode, context: Context, resolved: Resolved) => void };
}
