/** One of two documents whose schemas are compared, and what its values mean to whoever sends or reads them. */
import {
  childrenOf,
  isList,
  isObject,
  type Json,
  type JsonObject,
  objectOf,
  targetOf,
  valueAt,
} from '@agent-conversation/contract';

export interface Side {
  readonly id: 'a' | 'b';
  readonly root: JsonObject;
  /** Whoever sends a value sends only properties that are declared, also where others are valid. */
  readonly sendsDeclared?: boolean;
  /** Whoever reads a value reads only properties that are declared, and ignores others, also where none are valid. */
  readonly readsDeclared?: boolean;
  /** Whoever reads a value of an enumeration expects that it may have values that are not listed. */
  readonly readsNewValues?: boolean;
  /** The enumerations of one value, as JSON, that are no constants: they have got further values. */
  readonly opened?: ReadonlySet<string>;
  /** A property is what it is declared as, also if it is another alternative of a union that declares it. */
  readonly sharesDeclarations?: boolean;
  /** Properties whose values distinguish the alternatives of a union. */
  readonly tag?: string | undefined;
  /** Properties with this annotation are not part of the values: `readOnly` in requests, `writeOnly` in responses. */
  readonly leftOut?: 'readOnly' | 'writeOnly';
  /** Names of properties that are left out because another part of a composition declares them so. */
  readonly leftOutNames?: readonly string[];
}

/** A value of a document, and its JSON Pointer. */
interface Located {
  readonly pointer: string;
  readonly value: Json;
}

/** Returns the value that a local reference leads to; undefined if it leads nowhere. */
export function targetIn(
  root: JsonObject,
  reference: string,
): Json | undefined {
  return locatedTargetIn(root, reference)?.value;
}

/** Returns what a local reference leads to, with its pointer; undefined if it leads nowhere. */
export function locatedTargetIn(
  root: JsonObject,
  reference: string,
): Located | undefined {
  const pointer = reference === '#' ? '' : targetOf(reference);
  if (!/^(\/|$)/.test(pointer)) return undefined;
  const value = valueAt(root, pointer);
  return value === undefined ? undefined : { pointer, value };
}

/**
 * Keywords that constrain nothing (JSON Schema 2020-12 Validation, section 9, and OpenAPI 3.1). `nullable` is one of
 * OpenAPI 3.0 alone.
 */
const annotations = new Set(
  `title description default deprecated example examples externalDocs xml discriminator nullable
  $comment`.split(/\s+/),
);
export const isAnnotation = (keyword: string): boolean =>
  annotations.has(keyword) || keyword.startsWith('x-');

/** Keywords whose values are maps from names to schemas, or data: nothing in them is an annotation of this schema. */
const maps = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'dependentSchemas',
]);
const data = new Set([
  'enum',
  'const',
  'required',
  'dependentRequired',
  'type',
]);

/**
 * Writes schemas of two documents as texts: equal texts mean the same. A reference is written by what it leads to,
 * if both documents have the same there.
 */
export class SchemaTexts {
  readonly #texts = new WeakMap<object, string>();
  readonly #equalTargets: ReadonlySet<string>;

  constructor(a: JsonObject, b: JsonObject) {
    this.#equalTargets = equalTargets(a, b);
  }

  /** Returns the text of a schema of one side. */
  of(schema: Json, side: Side): string {
    if (!isObject(schema)) return JSON.stringify(schema);
    const known = this.#texts.get(schema);
    if (known !== undefined) return known;
    const text = textOf(schema, (reference) =>
      this.#equalTargets.has(reference) ? reference : `${side.id} ${reference}`,
    );
    this.#texts.set(schema, text);
    return text;
  }
}

/** Returns the references that lead to the same schema in both documents, also by the references in it. */
function equalTargets(a: JsonObject, b: JsonObject): ReadonlySet<string> {
  const outgoing = new Map<string, ReadonlySet<string>>();
  for (const key of referencesOf(a)) {
    const inner = new Set<string>();
    const textIn = (root: JsonObject) =>
      targetsOf(root, key)
        .map((it) => textOf(it, (target) => (inner.add(target), target)))
        .toSorted()
        .join('\n');
    const text = textIn(a);
    if (text !== '' && text === textIn(b)) outgoing.set(key, inner);
  }
  // What leads to something that differs is different, too.
  for (let before = -1; before !== outgoing.size;) {
    before = outgoing.size;
    for (const [key, inner] of outgoing)
      if (![...inner].every((next) => outgoing.has(next))) outgoing.delete(key);
  }
  return new Set(outgoing.keys());
}

/**
 * Returns what a keyword with a reference can lead to. Of several dynamic anchors, the way that leads to the reference
 * decides (JSON Schema 2020-12 Core, section 8.2.3.2).
 */
export function targetsOf(root: JsonObject, key: string): readonly Json[] {
  const [keyword = ''] = key.split(' ', 1);
  const reference = key.slice(keyword.length + 1);
  const target = targetIn(root, reference);
  if (target !== undefined) return [target];
  const [, anchor] = reference.split('#');
  const namedIn = (value: Json): readonly Json[] => {
    const { $anchor, $dynamicAnchor } = objectOf(value);
    const isNamed = $anchor === anchor || $dynamicAnchor === anchor;
    const inner = childrenOf(value).flatMap(([, child]) => namedIn(child));
    return isNamed ? [value, ...inner] : inner;
  };
  return keyword === '$dynamicRef' ? namedIn(root) : [];
}

/** Returns all references, each with its keyword before it. */
function referencesOf(value: Json, found = new Set<string>()): Set<string> {
  if (isObject(value)) {
    for (const keyword of ['$ref', '$dynamicRef']) {
      const reference = value[keyword];
      if (typeof reference === 'string') found.add(`${keyword} ${reference}`);
    }
  }
  for (const [, child] of childrenOf(value)) referencesOf(child, found);
  return found;
}

/** Writes a schema without annotations, and with its keywords in order. */
function textOf(schema: Json, show: (reference: string) => string): string {
  const write = (value: Json, isData: boolean, isMap: boolean): unknown => {
    if (isList(value)) return value.map((each) => write(each, isData, false));
    if (!isObject(value)) return value;
    const names = Object.keys(value).filter(
      (name) => isData || isMap || !isAnnotation(name),
    );
    const entries = names.toSorted().map((name) => {
      const child = value[name]!;
      const isReference =
        !isData && !isMap && (name === '$ref' || name === '$dynamicRef');
      if (isReference && typeof child === 'string')
        return [name, show(`${name} ${child}`)];
      return [
        name,
        write(
          child,
          isData || (!isMap && data.has(name)),
          !isMap && maps.has(name),
        ),
      ];
    });
    return { entries };
  };
  return JSON.stringify(write(schema, false, false));
}
