/** The YAML files that a contract is made from, and the locations of its parts in them. */
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
} from 'yaml';
import { childOf, pointerTo } from '@agent-conversation/contract';

/** A position in a file. */
export interface Location {
  /** Relative to the root of the repository, with slashes. */
  readonly file: string;
  /** From 1, as the column. */
  readonly line: number;
  readonly column: number;
  /** JSON Pointer into the file. */
  readonly pointer: string;
}

type Path = readonly (string | number)[];

/** A text in YAML or JSON with the locations of its values. */
export class SourceFile {
  readonly file: string;
  readonly text: string;
  readonly document: Document;
  readonly #lines = new LineCounter();

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
    this.document = parseDocument(text, {
      lineCounter: this.#lines,
      prettyErrors: false,
      merge: true,
    });
  }

  /** Returns the value, without comments. */
  get value(): unknown {
    return this.document.toJS() as unknown;
  }

  /** The first error of the syntax, in one line; those that follow are mostly consequences. */
  get syntaxError(): (Location & { readonly message: string }) | undefined {
    const [error] = this.document.errors;
    return (
      error && {
        ...this.at(error.pos[0]),
        message: error.message.replaceAll(/\s+/g, ' '),
      }
    );
  }

  /** Returns the location of an offset in the text. */
  at(offset: number, pointer = ''): Location {
    const { line, col } = this.#lines.linePos(offset);
    return { file: this.file, line, column: col, pointer };
  }

  /** Returns the location of a path, or of its nearest parent; `rest` are the steps that do not exist. */
  locate(path: Path): {
    readonly location: Location;
    readonly rest: Path;
    readonly node: unknown;
  } {
    let node: unknown = this.document.contents;
    let key: unknown = node;
    let depth = 0;
    for (const step of path) {
      const item = itemOf(node, step);
      if (!item) break;
      [key, node] = item;
      depth += 1;
    }
    const offset = isNode(key) ? (key.range?.[0] ?? 0) : 0;
    const pointer = pointerTo('', ...path.slice(0, depth));
    return {
      location: this.at(offset, pointer),
      rest: path.slice(depth),
      node,
    };
  }
}

/** Returns the key and the value of an entry; for an item of a list, the item as both. */
function itemOf(
  node: unknown,
  step: string | number,
): readonly [unknown, unknown] | undefined {
  if (isSeq(node)) {
    const item = node.items[Number(step)];
    return item === undefined ? undefined : [item, item];
  }
  if (!isMap(node)) return undefined;
  // A key may be a number, such as a status code.
  const pair = node.items.find(
    ({ key }) => isScalar(key) && String(key.value) === String(step),
  );
  return pair && [pair.key, pair.value];
}

const main = 'openapi/openapi.yaml';

/** Reads files below a root, each once. */
export class SourceFiles {
  readonly root: string;
  readonly #read = new Map<string, SourceFile>();

  constructor(root: string) {
    this.root = root;
  }

  exists(file: string): boolean {
    return (
      statSync(join(this.root, file), { throwIfNoEntry: false })?.isFile() ??
      false
    );
  }

  text(file: string): string {
    return readFileSync(join(this.root, file), 'utf8');
  }

  yaml(file: string): SourceFile {
    const known = this.#read.get(file) ?? new SourceFile(file, this.text(file));
    this.#read.set(file, known);
    return known;
  }

  /** The file that a `$ref` leads to; undefined if there is none, or if it has a pointer. */
  fileOf($ref: unknown, from: string): string | undefined {
    if (typeof $ref !== 'string' || $ref === '' || $ref.includes('#'))
      return undefined;
    const target = normalize(join(dirname(from), $ref)).replaceAll('\\', '/');
    return this.exists(target) ? target : undefined;
  }

  /** Returns the location in the sources of a path in the bundle, or of its nearest parent. */
  locate(path: Path): Location {
    const [section, kind, name] = path;
    const component = `openapi/components/${kind}/${name}.yaml`;
    const isComponent =
      section === 'components' && path.length >= 3 && this.exists(component);
    let source = this.yaml(isComponent ? component : main);
    let steps = isComponent ? path.slice(3) : path;
    for (;;) {
      const { location, rest, node } = source.locate(steps);
      const target = isMap(node) && this.fileOf(node.get('$ref'), source.file);
      if (rest.length === 0 || !target || !target.endsWith('.yaml'))
        return location;
      source = this.yaml(target);
      steps = rest;
    }
  }

  /**
   * Bundles a contract as Redocly does: a `$ref` to a file in `components/` becomes one to the component of that name,
   * and any other file replaces its `$ref`. A `$ref` that leads nowhere stays as it is.
   */
  bundle(): unknown {
    const components: Record<string, Record<string, unknown>> = {};
    const convert = (value: unknown, file: string): unknown => {
      if (Array.isArray(value)) return value.map((item) => convert(item, file));
      if (typeof value !== 'object' || value === null) return value;
      const target = this.fileOf(childOf(value, '$ref'), file);
      const copy = Object.fromEntries(
        Object.entries(value).map(([key, child]) => [
          key,
          convert(child, file),
        ]),
      );
      if (target === undefined) return copy;
      const [, kind, name] =
        /^openapi\/components\/(\w+)\/([^/]+)\.yaml$/.exec(target) ?? [];
      if (kind === undefined || name === undefined) return read(target);
      const known = (components[kind] ??= {});
      if (!Object.hasOwn(known, name)) {
        known[name] = {};
        known[name] = read(target);
      }
      return { ...copy, $ref: `#/components/${kind}/${name}` };
    };
    const read = (file: string): unknown =>
      file.endsWith('.yaml')
        ? convert(this.yaml(file).value, file)
        : this.text(file);
    const root = read(main);
    if (typeof root !== 'object' || root === null) return root;
    const rootComponents = Object.entries(
      (root as { components?: object }).components ?? {},
    );
    for (const [kind, entries] of rootComponents)
      components[kind] = { ...entries, ...components[kind] };
    return { ...root, components };
  }
}
