/** What the generator reads of the bundled contract. */
export interface Document {
  readonly paths: Readonly<Record<string, unknown>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A schema, as far as the generator reads it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly 'x-secret'?: boolean;
  readonly 'x-lifecycle'?: { readonly transitions: readonly Transition[] };
}

/** A change of state, and what brings it about: an operation, or a cause in words. */
export interface Transition {
  readonly from: string;
  readonly to: string;
  readonly operation?: string;
  readonly cause?: string;
}

/** A part of the contract with the place where it stands, as a JSON Pointer (RFC 6901). */
export interface Located<T = unknown> {
  readonly value: T;
  readonly pointer: string;
}

/** A part of the contract of which no client can be made. */
export class Refusal extends Error {
  /** The place in the contract, as a JSON Pointer (RFC 6901) after `#`. */
  readonly pointer: string;

  /** @param pointer the place in the contract, as a JSON Pointer */
  constructor(pointer: string, reason: string) {
    super(`${pointer}: ${reason}`);
    this.name = 'Refusal';
    this.pointer = pointer;
  }
}

/** The refusal of something that is in order, and more than the generator can do yet. */
export function unsupported({ pointer }: Located, what: string): Refusal {
  return new Refusal(
    pointer,
    `${what} is not supported; change the contract, or extend packages/client/scripts first`,
  );
}

/** A member of an object of the contract; undefined is its value where there is none. */
export function memberAt(parent: Located, name: string): Located {
  return {
    value: (parent.value as Readonly<Record<string, unknown>> | undefined)?.[name],
    pointer: `${parent.pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  };
}

/** The members of an object of the contract; there are none where there is no object. */
export function membersAt(parent: Located): [name: string, member: Located][] {
  return Object.keys(parent.value ?? {}).map((name) => [name, memberAt(parent, name)]);
}

/**
 * What a part of the contract stands for: what its `$ref` leads to, if it has one, and otherwise itself.
 *
 * @throws {Refusal} when the reference leads nowhere
 */
export function resolve<T>(document: Document, located: Located): Located<T> {
  const { $ref } = (located.value ?? {}) as { $ref?: string };
  if ($ref === undefined) return located as Located<T>;
  let target: Located = { value: document, pointer: '#' };
  for (const name of $ref.split('/').slice(1)) {
    target = memberAt(target, name.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  if (target.value === undefined) throw new Refusal(located.pointer, `${$ref} leads nowhere`);
  return resolve(document, target);
}

/** The schema of a component, with what it stands for. */
export function componentAt(document: Document, name: string): Located<Schema> {
  const pointer = `#/components/schemas/${name}`;
  return resolve(document, { value: { $ref: pointer }, pointer });
}

/** The last name of a `$ref`, which is the name of the component. */
export function refName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}
