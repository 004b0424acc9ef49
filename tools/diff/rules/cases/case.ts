import type { Json } from '../../model/json.ts';

/** One difference, or a few that belong together, with what has to be told of it. */
export interface Case {
  readonly name: string;
  /** Gives the released contract what it needs, by JSON Pointers; undefined takes away. */
  readonly given?: Edits;
  readonly edit: Edits;
  /** What is told, sorted: the rule, then whom it breaks or the effect. */
  readonly want: readonly string[];
}

/** New values by their JSON Pointers. */
export type Edits = Readonly<Record<string, Json | undefined>>;
