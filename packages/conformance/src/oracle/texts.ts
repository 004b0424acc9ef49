import type { Schema } from '../contract.ts';
import type { Place } from './contract-place.ts';
import { branchesOf, inside } from './schema-place.ts';

/** A text in a JSON value: a value, or the name of a member. */
export interface Text {
  /** The place, as a JSON Pointer (RFC 6901). */
  readonly pointer: string;
  readonly text: string;
  readonly isName: boolean;
  /** Where the schema of a value is; undefined for names and where there is none. */
  readonly schema: Place | undefined;
  /** The part of the contract that marks it, or what it stands in, with `x-secret`. */
  readonly secret: Place | undefined;
}

interface Part {
  readonly value: unknown;
  readonly pointer: string;
  readonly schema: Place | undefined;
  readonly secret: Place | undefined;
}

/**
 * All texts of a JSON value, the outer ones first. The value may be nested as deep as it likes.
 *
 * @param schema where the schema of the value stands; undefined where it has none
 */
export function textsIn(value: unknown, schema: Place | undefined): Text[] {
  const found: Text[] = [];
  const parts: Part[] = [{ value, pointer: '', schema, secret: undefined }];
  // The list grows while it is gone through.
  for (const part of parts) {
    const { pointer } = part;
    const secret = part.secret ?? (part.schema && markOf(part.schema));
    if (typeof part.value === 'string') {
      found.push({ pointer, text: part.value, isName: false, schema: part.schema, secret });
    } else if (typeof part.value === 'object' && part.value !== null) {
      for (const [name, inner] of Object.entries(part.value)) {
        const place = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        if (!Array.isArray(part.value))
          found.push({ pointer: place, text: name, isName: true, schema: undefined, secret });
        const known = part.schema && inside(part.schema, name);
        parts.push({ value: inner, pointer: place, schema: known, secret });
      }
    }
  }
  return found;
}

/** The part of a schema that has the mark. */
function markOf(schema: Place): Place | undefined {
  return branchesOf(schema).find(({ value }) => (value as Schema)['x-secret']);
}
