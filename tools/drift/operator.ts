/** What operators are made of: the locations at which they apply, the changes, and the words of the gate. */
import { basename } from 'node:path';
import type { SourceFile } from '@agent-conversation/cli/source';
import {
  type Json,
  type JsonObject,
  objectOf,
  textOf,
} from '@agent-conversation/contract';
import type { Document } from 'yaml';

/** A value in a YAML file of the contract. */
export interface Location {
  readonly source: SourceFile;
  readonly path: readonly (string | number)[];
  /** JSON Pointer into the file. */
  readonly pointer: string;
  /** The last step of the path. */
  readonly key: string;
  readonly value: Json;
  /** The properties of the value; none where it is no object. */
  readonly fields: JsonObject;
}

type Applies = (location: Location) => boolean;
type Change = (document: Document, location: Location) => void;
type Words = (location: Location) => readonly string[];

/** A kind of fault of the contract. Its name is its title. */
export interface Operator {
  readonly applies: Applies;
  /** By default, the value is removed. */
  readonly change?: Change;
  /** What the gate must print; by default {@link wordOf} the location. */
  readonly words?: Words | readonly string[];
  /** Adds a changeset. */
  readonly changeset?: 'patch' | 'major';
}

/**
 * Returns a function for the locations in such files whose pointers end with some steps: `*` is any one, `(a|b)` is `a`
 * or `b`. With a slash at the start, they are the whole pointer; without any step, the location is the whole file.
 */
export function inFiles(file: string): (steps: string) => Applies {
  return (steps) => {
    const start = /^(\/|$)/.test(steps) ? '^' : '/';
    const pattern = new RegExp(`${start}${steps.replaceAll('*', '[^/]+')}$`);
    return ({ source, pointer }) =>
      source.file.includes(file) && pattern.test(pointer);
  };
}

export const inPaths = inFiles('/paths/');
export const inSchemas = inFiles('/schemas/');
export const inMain = inFiles('openapi/openapi.yaml');
export const isParameter = inFiles('/parameters/')('');
export const isProperty = inSchemas('properties/*');

export const isOperation = inPaths('/(get|post)');

/** Returns whether the value also has these properties; it lacks those that are undefined. */
export function having(applies: Applies, fields: Partial<JsonObject>): Applies {
  const expected = Object.entries(fields);
  return (location) =>
    applies(location) &&
    expected.every(([name, value]) => location.fields[name] === value);
}

export function replace(valueOf: (text: string) => unknown): Change {
  return (document, { path, value }) => {
    document.setIn(path, document.createNode(valueOf(textOf(value))));
  };
}

/** Sets properties of the value. */
export function set(fields: Readonly<Record<string, unknown>>): Change {
  return (document, { path }) => {
    for (const [name, value] of Object.entries(fields)) {
      document.setIn([...path, name], document.createNode(value));
    }
  };
}

/** Gives the value another key. */
export function rename(keyOf: (key: string) => string): Change {
  return (document, { path, key, value }) => {
    document.deleteIn(path);
    document.setIn(
      [...path.slice(0, -1), keyOf(key)],
      document.createNode(value),
    );
  };
}

/** Makes a property the only required one of its file. */
export const requireKey: Change = (document, { key }) => {
  document.set('required', document.createNode([key]));
};

export const keyWord: Words = ({ key }) => [key];
export const valueWord: Words = ({ value }) => [textOf(value)];

/** The properties of the whole file. */
export const rootOf = ({ source }: Location): JsonObject =>
  objectOf(source.value);

/** The name of a file, without its extension. */
export const fileOf = ({ source }: Location): string =>
  basename(source.file, '.yaml');

/** The nearest property, operation or parameter; else the file. */
export function wordOf(location: Location): string {
  const [, property] = /.*properties\/([^/]+)/.exec(location.pointer) ?? [];
  const { operationId, name = fileOf(location) } = location.fields;
  return property ?? textOf(operationId ?? name);
}
