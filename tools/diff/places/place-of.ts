import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Contract } from '../model/contract.ts';
import { type Json, member } from '../model/json.ts';
import { lineFinder } from '../model/line-finder.ts';
import type { Place } from '../model/place.ts';
import { below, namesOf } from '../model/pointer.ts';

const bundles: ReadonlySet<string> = new Set([
  'openapi/dist/openapi.yaml',
  'openapi/dist/openapi.json',
]);

/** Finds where an element of a contract is written. */
export type PlaceOf = (pointer: string) => Place;

/**
 * Finds the places of a contract's elements: of the bundle, in the sources that it is made from; of any other
 * contract, in its own file.
 */
export function placesOf({ file, repository, lineAt }: Contract): PlaceOf {
  if (!bundles.has(file)) return (pointer) => ({ file, line: lineAt(pointer) });
  const sources = new Sources(repository);
  return (pointer) => {
    const [first = '', second = '', third = '', ...rest] = namesOf(pointer);
    if (first === 'components' && third) {
      const place = sources.find(`openapi/components/${second}/${third}.yaml`, below('', ...rest));
      if (place) return place;
    }
    if (first === 'paths' && second) {
      const source = sources.fileOfPath(second);
      const place = source && sources.find(source, below('', ...[third, ...rest].filter(Boolean)));
      if (place) return place;
    }
    return sources.find('openapi/openapi.yaml', pointer) ?? { file, line: lineAt(pointer) };
  };
}

/** The files that the bundle is made from, each read once. */
class Sources {
  readonly #finders = new Map<string, ((pointer: string) => number) | undefined>();
  readonly #repository: string;
  #paths: Json | undefined;

  constructor(repository: string) {
    this.#repository = repository;
  }

  find(file: string, pointer: string): Place | undefined {
    if (!this.#finders.has(file)) {
      const text = this.#textOf(file);
      this.#finders.set(file, text === undefined ? undefined : lineFinder(text));
    }
    const line = this.#finders.get(file)?.(pointer === '/' ? '' : pointer);
    return line === undefined ? undefined : { file, line };
  }

  /** The file that the table of paths names for a path. */
  fileOfPath(path: string): string | undefined {
    this.#paths ??=
      (parse(this.#textOf('openapi/openapi.yaml') ?? '{}') as { paths?: Json }).paths ?? {};
    const $ref = member(member(this.#paths, path), '$ref');
    if (typeof $ref !== 'string') return undefined;
    return decodeURIComponent(new URL($ref, 'file:///openapi/openapi.yaml').pathname).slice(1);
  }

  #textOf(file: string): string | undefined {
    try {
      return readFileSync(join(this.#repository, file), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }
}
