/** A JSON object of which nothing is known yet. */
export type Json = Readonly<Record<string, unknown>>;

/** The bundled contract, as far as it is relied upon before it is looked at. */
export interface Document {
  readonly paths: Json;
  readonly components: { readonly schemas: Json };
}

/** A part of the contract with the place where it stands, as a JSON Pointer (RFC 6901). */
export interface Located {
  readonly value: unknown;
  readonly pointer: string;
}

/** A part of the contract from which no sound validator can be made. */
export class Refusal extends Error {
  /** @param pointer the place in the contract, as a JSON Pointer */
  constructor(pointer: string, reason: string, options?: ErrorOptions) {
    super(`${pointer}: ${reason}`, options);
    this.name = 'Refusal';
  }
}

/**
 * A part of the contract as an object.
 *
 * @throws {Refusal} when it is something else
 */
export function objectAt({ value, pointer }: Located): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal(pointer, 'must be an object');
  }
  return value as Json;
}

/**
 * A part of the contract as a list, each entry with its place.
 *
 * @throws {Refusal} when it is something else
 */
export function itemsAt({ value, pointer }: Located): Located[] {
  if (!Array.isArray(value)) throw new Refusal(pointer, 'must be a list');
  return value.map((item: unknown, position) => ({
    value: item,
    pointer: `${pointer}/${position}`,
  }));
}

/** The members of an object of the contract, each with its name and place. */
export function membersAt(parent: Located): [name: string, member: Located][] {
  return Object.keys(objectAt(parent)).map((name) => [name, memberAt(parent, name)]);
}

/** A member of an object of the contract; undefined is its value where there is none. */
export function memberAt(parent: Located, name: string): Located {
  const object = objectAt(parent);
  return {
    value: Object.hasOwn(object, name) ? object[name] : undefined,
    pointer: `${parent.pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  };
}

/**
 * What a part of the contract stands for: what its `$ref` leads to, if it has one, and otherwise itself.
 *
 * @throws {Refusal} when the reference leads out of the contract, to nothing or in a circle, or has
 * members beside it that would change its meaning
 */
export function resolve(
  document: Document,
  located: Located,
  seen: readonly string[] = [],
): Located {
  const object = objectAt(located);
  if (!('$ref' in object)) return located;
  const { $ref, ...others } = object;
  const beside = Object.keys(others).find((name) => !['summary', 'description'].includes(name));
  if (beside !== undefined) {
    throw new Refusal(located.pointer, `"${beside}" beside a $ref is not supported`);
  }
  const target = targetOf(document, $ref, located.pointer);
  if (seen.includes(target.pointer)) throw new Refusal(located.pointer, 'refers to itself');
  return resolve(document, target, [...seen, target.pointer]);
}

/**
 * What a reference leads to.
 *
 * @throws {Refusal} when it leads out of the contract or to nothing
 */
export function targetOf(document: Document, reference: unknown, pointer: string): Located {
  if (typeof reference !== 'string' || !reference.startsWith('#/')) {
    throw new Refusal(pointer, `the $ref ${JSON.stringify(reference)} leads out of the contract`);
  }
  let at: Located = { value: document, pointer: '#' };
  for (const part of reference.slice('#/'.length).split('/')) {
    const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    at = memberAt(at, name);
    if (at.value === undefined)
      throw new Refusal(pointer, `the $ref ${reference} leads to nothing`);
  }
  return at;
}
