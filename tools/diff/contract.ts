/** Reads bundles, YAML or JSON, and finds the file and line of each JSON Pointer. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommandError } from '@agent-conversation/cli';
import { SourceFile, type SourceFiles } from '@agent-conversation/cli/source';
import {
  isObject,
  type Json,
  type JsonObject,
  stepsOf,
} from '@agent-conversation/contract';
import { targetIn } from '@agent-conversation/inclusion';
import type { Location } from './model.ts';
import { makeReferencesLocal, objectsIn, referencesOf } from './references.ts';

/** A contract that was read. */
export type Contract = ReturnType<typeof readContract>;

/** The text of a bundle, YAML or JSON, and where it comes from. */
export interface Document {
  readonly text: string;
  readonly file: string;
  /** The files that the bundle is made from; locations lead there instead of to the bundle. */
  readonly sources?: SourceFiles;
}

/** Creates the error for a file, with exit code 2. */
export const inputError = (
  file: string,
  line: number,
  what: string,
): CommandError => new CommandError(`${file}:${line}: ${what}`);

/** Returns the first line of an error's message. */
export const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .trim()
    .split('\n', 1)
    .join('');

/** Truncates a long text. */
export const shortened = (text: string, limit: number): string =>
  text.length > limit ? `${text.slice(0, limit - 1)}…` : text;

/** @throws {CommandError} if the file cannot be read */
export function readText(root: string, file: string, hint: string): string {
  try {
    return readFileSync(resolve(root, file), 'utf8');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw inputError(
      file,
      1,
      isMissing ? `no such file: ${hint}` : firstLine(error),
    );
  }
}

/** A file in YAML or JSON; what is wrong in it is reported with its line. */
export class InputFile extends SourceFile {
  readonly root: Json;

  /** @throws {CommandError} with the line of a syntax error */
  constructor(file: string, text: string) {
    super(file, text);
    const error = this.syntaxError;
    if (error) throw inputError(file, error.line, error.message);
    try {
      this.root = this.value as Json;
    } catch (failure) {
      throw inputError(file, 1, firstLine(failure)); // Such as aliases that grow without bounds.
    }
  }

  /** Returns the location of a JSON Pointer, or of its nearest parent. */
  locationOf(pointer: string): Location {
    const { file, line } = this.locate(stepsOf(pointer)).location;
    return { file, line };
  }

  error(pointer: string, what: string): CommandError {
    return inputError(this.file, this.locationOf(pointer).line, what);
  }
}

/**
 * Reads a bundle.
 *
 * @throws {CommandError} if it is no OpenAPI document from 3.0 to 3.2, or one of its references leads nowhere
 */
export function readContract({ file, text, sources }: Document) {
  const source = new InputFile(file, text);
  const { root } = source;
  if (!isObject(root)) throw source.error('', 'the document must be an object');
  makeReferencesLocal(root);
  const { openapi, info, paths = {} } = root;
  if (typeof openapi !== 'string' || !/^3\.[0-2]\./.test(openapi)) {
    throw source.error(
      '/openapi',
      '`openapi` must be a version from 3.0 to 3.2, such as 3.1.1',
    );
  }
  if (!isObject(info)) throw source.error('/info', '`info` must be an object');
  if (!isObject(paths))
    throw source.error('/paths', '`paths` must be an object');
  for (const { pointer, reference } of referencesOf(root)) {
    if (targetIn(root, reference) === undefined) {
      throw source.error(pointer, `\`$ref\` leads nowhere: ${reference}`);
    }
  }
  const locate = (pointer: string): Location => {
    const { file: name, line } =
      sources?.locate(stepsOf(pointer)) ?? source.locationOf(pointer);
    return { file: name, line };
  };
  const isEarly = openapi.startsWith('3.0.');
  if (isEarly) upgrade(root);
  return { root, isEarly, locate };
}

/**
 * Writes schemas of OpenAPI 3.0 as those of 3.1: null as a type, exclusive limits as numbers, and references without
 * what stands beside them (OpenAPI 3.0.4, section 4.7.23).
 */
function upgrade(root: JsonObject): void {
  for (const { object } of objectsIn(root)) {
    const { nullable, type, $ref } = object;
    if (typeof $ref === 'string') {
      for (const name of Object.keys(object))
        if (name !== '$ref') delete object[name];
    }
    if (nullable === true && typeof type === 'string')
      object['type'] = [type, 'null'];
    if (typeof nullable === 'boolean') delete object['nullable'];
    for (const [limit, exclusive] of [
      ['minimum', 'exclusiveMinimum'],
      ['maximum', 'exclusiveMaximum'],
    ] as const) {
      const value = object[limit];
      const isExclusive = object[exclusive];
      if (typeof isExclusive !== 'boolean') continue;
      delete object[exclusive];
      if (!isExclusive || value === undefined) continue;
      object[exclusive] = value;
      delete object[limit];
    }
  }
}

/**
 * Writes encoded and binary strings in the way of 3.1, or of 3.0 tools that read 3.1: `format: byte` is
 * `contentEncoding: base64`, and binary data needs no schema (OpenAPI 3.1, section 4.8.14.3). For documents of both
 * versions, which would differ in nothing else.
 */
export function upgradeBinary(root: JsonObject): void {
  for (const { object } of objectsIn(root)) {
    const { type, format, contentMediaType } = object;
    if (type !== 'string') continue;
    const isBinary =
      format === 'binary' || contentMediaType === 'application/octet-stream';
    if (format === 'byte') object['contentEncoding'] = 'base64';
    if (isBinary) delete object['type'];
    if (isBinary || format === 'byte') {
      delete object['format'];
      delete object['contentMediaType'];
    }
  }
}
