/** Reads a bundle, and finds the file and line of each JSON Pointer. */
import { readFileSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { CommandError } from '@agent-conversation/cli';
import { isMap, isNode, isSeq, LineCounter, parseDocument } from 'yaml';
import type { Location } from './model.ts';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json | undefined;
}

export const isList = (value: unknown): value is readonly Json[] => Array.isArray(value);
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** An object, or an empty one in place of anything else. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});
export const listOf = (value: unknown): readonly Json[] => (isList(value) ? value : []);

/** A string as it is, anything else as JSON; nothing as an empty text. */
export const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);

/** A property or an item of a value. */
export function step(value: Json | undefined, name: string): Json | undefined {
  if (isList(value)) return value[Number(name)];
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** @example below('/paths', '/a', 'get') // '/paths/~1a/get' */
export function below(pointer: string, ...names: readonly (string | number)[]): string {
  const escaped = names.map((name) => String(name).replaceAll('~', '~0').replaceAll('/', '~1'));
  return [pointer, ...escaped].join('/');
}

/** The unescaped parts of a JSON Pointer. */
export function namesOf(pointer: string): string[] {
  const [, ...names] = pointer.split('/');
  return names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function valueAt(root: Json | undefined, pointer: string): Json | undefined {
  return namesOf(pointer).reduce<Json | undefined>(step, root);
}

/** The pointer and those of everything around it, the root last. */
export function outwards(pointer: string): string[] {
  const parts = pointer.split('/');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'));
}

/** The JSON Pointer of a local `$ref`; any other `$ref` unchanged. */
export function targetOf($ref: string): string {
  try {
    return $ref.startsWith('#/') ? decodeURIComponent($ref.slice(1)) : $ref;
  } catch {
    return $ref;
  }
}

/** Properties that hold data, in which `$ref` means nothing. */
const data = new Set(['example', 'examples', 'value', 'default', 'const', 'enum']);

/** Every `$ref` in a part of a document, with its own pointer. Names below `properties` and the like are not data. */
export function referencesIn(
  value: Json | undefined,
  pointer = '',
  isNames = false,
): { readonly pointer: string; readonly target: string }[] {
  if (isList(value)) return value.flatMap((it, index) => referencesIn(it, below(pointer, index)));
  return Object.entries(objectOf(value)).flatMap(([name, inner]) => {
    const here = below(pointer, name);
    if (name === '$ref' && typeof inner === 'string' && !isNames) {
      return [{ pointer: here, target: targetOf(inner) }];
    }
    if (!isNames && (name.startsWith('x-') || (data.has(name) && !isExampleMap(name, inner))))
      return [];
    return referencesIn(
      inner,
      here,
      !isNames && /^(properties|patternProperties|\$defs)$/.test(name),
    );
  });
}

/** The examples of a media type refer to components; those of a schema are data. */
const isExampleMap = (name: string, value: Json | undefined) =>
  name === 'examples' && isObject(value);

/** A contract that was read. */
export interface Contract {
  readonly file: string;
  readonly root: JsonObject;
  /** The location of what a JSON Pointer leads to, or of the nearest element around it. */
  readonly locate: (pointer: string) => Location;
}

/** The text of a bundle, YAML or JSON, and where it comes from. */
export interface Document {
  readonly text: string;
  readonly file: string;
  /** The repository whose sources the bundle is made from; locations lead there instead of to the bundle. */
  readonly sources?: string;
}

/** An error in a file: exit code 2, with the location. */
export function inputError(file: string, line: number, what: string): CommandError {
  return new CommandError(`${file}:${line}: ${what}`);
}

/** The first line of an error's message. */
export function firstLine(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).trim().split('\n');
  return line;
}

/** @throws {CommandError} if the file cannot be read */
export function readText(root: string, file: string, hint: string): string {
  try {
    return readFileSync(resolve(root, file), 'utf8');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw inputError(file, 1, isMissing ? `no such file: ${hint}` : firstLine(error));
  }
}

/** A path relative to the root if it is inside of it, with `/`. */
export function relativeTo(root: string, file: string): string {
  const path = relative(root, resolve(root, file));
  return isAbsolute(path) || path.startsWith('..') ? file : path.replaceAll(sep, '/');
}

/** Reads YAML or JSON. @throws {CommandError} naming the line of a syntax error */
export function parseText(file: string, text: string): Json {
  if (text.startsWith('{')) {
    try {
      return JSON.parse(text) as Json;
    } catch {
      // Possibly YAML; its parser reports the line.
    }
  }
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    const { line } = lineCounter.linePos(error.pos[0]);
    throw inputError(file, line, error.message.replaceAll(/\s+/g, ' '));
  }
  try {
    return document.toJS() as Json;
  } catch (failure) {
    throw inputError(file, 1, firstLine(failure)); // Such as aliases that grow without bounds.
  }
}

/** Finds the line of a JSON Pointer in a text, or that of the nearest element around it. */
export function lineFinder(text: string): (pointer: string) => number {
  const lineCounter = new LineCounter();
  let contents: unknown;
  return (pointer) => {
    contents ??= parseDocument(text, { lineCounter }).contents;
    let node = contents;
    let offset = 0;
    for (const name of namesOf(pointer)) {
      if (isSeq(node)) {
        node = node.items[Number(name)];
        if (!isNode(node)) break;
        offset = node.range?.[0] ?? offset;
      } else if (isMap(node)) {
        const found = node.items.find(({ key }) => isNode(key) && String(key.toJSON()) === name);
        if (!found || !isNode(found.key)) break;
        node = found.value;
        offset = found.key.range?.[0] ?? offset;
      } else break;
    }
    return lineCounter.linePos(offset).line;
  };
}

/**
 * Reads a bundle.
 *
 * @throws {CommandError} if it is no OpenAPI 3.1 document, or one of its references leads nowhere
 */
export function readContract(document: Document): Contract {
  const { file, text } = document;
  const root = parseText(file, text);
  const lineAt = lineFinder(text);
  const fail = (pointer: string, what: string) => inputError(file, lineAt(pointer), what);
  if (!isObject(root)) throw fail('', 'the document must be an object');
  const { openapi } = root;
  if (typeof openapi !== 'string' || !openapi.startsWith('3.1.')) {
    throw fail('/openapi', '`openapi` must be a version such as 3.1.1');
  }
  if (!isObject(root['info'])) throw fail('/info', '`info` must be an object');
  if (root['paths'] !== undefined && !isObject(root['paths'])) {
    throw fail('/paths', '`paths` must be an object');
  }
  for (const { pointer, target } of referencesIn(root)) {
    if (!target.startsWith('/') || valueAt(root, target) === undefined) {
      throw fail(pointer, `\`$ref\` leads nowhere: ${target}`);
    }
  }
  const locate = document.sources
    ? locatorOf(document.sources, root)
    : (pointer: string) => ({ file, line: lineAt(pointer) });
  return { file, root, locate };
}

/** Finds pointers of the bundle in the files that it is made from. */
function locatorOf(repository: string, bundle: JsonObject): Contract['locate'] {
  const finders = new Map<string, ((pointer: string) => number) | undefined>();
  const main = 'openapi/openapi.yaml';
  const read = (file: string): string | undefined => {
    try {
      return readFileSync(join(repository, file), 'utf8');
    } catch {
      return undefined;
    }
  };
  const find = (file: string, pointer: string): Location | undefined => {
    if (!finders.has(file)) {
      const text = read(file);
      finders.set(file, text === undefined ? undefined : lineFinder(text));
    }
    const line = finders.get(file)?.(pointer);
    return line === undefined ? undefined : { file, line };
  };
  const paths = objectOf(step(parseText(main, read(main) ?? '{}'), 'paths'));
  return (pointer) => {
    const [first = '', second = '', third = '', ...rest] = namesOf(pointer);
    if (first === 'components' && third && step(bundle['components'] ?? {}, second)) {
      const found = find(`openapi/components/${second}/${third}.yaml`, below('', ...rest));
      if (found) return found;
    }
    const $ref = first === 'paths' ? step(paths[second], '$ref') : undefined;
    if (typeof $ref === 'string') {
      const file = decodeURIComponent(new URL($ref, 'file:///openapi/').pathname).slice(1);
      const found = find(file, below('', ...[third, ...rest].filter((it) => it !== '')));
      if (found) return found;
    }
    return find(main, pointer) ?? { file: main, line: 1 };
  };
}
