/** Decides whether every value that is valid under one schema is valid under another one. */
import type { Json, JsonObject } from '@agent-conversation/contract';
import type { Outcome } from './outcome.ts';
import { Search } from './search.ts';
import { SchemaTexts, type Side } from './side.ts';

/** A schema of a document. */
export interface SidedSchema {
  readonly schema: Json;
  readonly side: Side;
}

/** Compares schemas of two documents. */
export class Inclusion {
  readonly #texts: SchemaTexts;
  readonly #search: Search;

  constructor(a: JsonObject, b: JsonObject) {
    this.#texts = new SchemaTexts(a, b);
    this.#search = new Search(this.#texts);
  }

  /** Whether both schemas are written alike, but for annotations and the order of keywords. */
  isSame(a: SidedSchema, b: SidedSchema): boolean {
    return (
      this.#texts.of(a.schema, a.side) === this.#texts.of(b.schema, b.side)
    );
  }

  /**
   * Searches a value that is valid under `a` and invalid under `b`.
   *
   * @returns `none` if every value that is valid under `a` is valid under `b`
   */
  counterexample(a: SidedSchema, b: SidedSchema): Outcome {
    if (this.isSame(a, b)) return { kind: 'none' };
    return this.#search.find([
      { kind: 'schema', ...a, holds: true },
      { kind: 'schema', ...b, holds: false },
    ]);
  }
}
