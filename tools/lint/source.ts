/** The source files of a contract: their text, the document that they make up, and its locations. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  parseDocument,
  type Scalar,
  visit,
} from 'yaml';

/** What is wrong, and where. */
export interface Diagnostic {
  /** Relative to the root of the repository, with slashes. */
  readonly file: string;
  /** From 1, as the column. */
  readonly line: number;
  readonly column: number;
  readonly severity: 'error' | 'warning';
  readonly rule: string;
  /** One line. */
  readonly message: string;
  /** A JSON Pointer into the file. */
  readonly pointer?: string;
}

export type Position = Pick<Diagnostic, 'file' | 'line' | 'column' | 'pointer'>;

/** A YAML file with the positions of its nodes. */
export interface YamlFile {
  readonly file: string;
  readonly document: Document;
  readonly lines: LineCounter;
}

/** Reads YAML files below a root, each once. */
export class SourceFiles {
  readonly root: string;
  readonly #parsed = new Map<string, YamlFile>();

  constructor(root: string) {
    this.root = root;
  }

  exists(file: string): boolean {
    return existsSync(join(this.root, file));
  }

  text(file: string): string {
    return readFileSync(join(this.root, file), 'utf8');
  }

  yaml(file: string): YamlFile {
    const known = this.#parsed.get(file);
    if (known) return known;
    const lines = new LineCounter();
    const parsed = {
      file,
      lines,
      document: parseDocument(this.text(file), { lineCounter: lines }),
    };
    this.#parsed.set(file, parsed);
    return parsed;
  }
}

const rootFile = 'openapi/openapi.yaml';

/**
 * Bundles a contract as Redocly does: a `$ref` to a file in `components/` becomes one to the component of
 * that name, and any other file takes the place of its `$ref`. A `$ref` that leads nowhere stays: Redocly
 * reports it. Nothing is added to the descriptions.
 */
export function bundle(files: SourceFiles): unknown {
  const components: Record<string, Record<string, unknown>> = {};
  const convert = (value: unknown, file: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => convert(item, file));
    if (typeof value !== 'object' || value === null) return value;
    const target = fileOf(value, file, files);
    const copy = Object.fromEntries(
      Object.entries(value).map(([key, child]) => [key, convert(child, file)]),
    );
    if (target === undefined) return copy;
    const [, kind, name] = /^openapi\/components\/(\w+)\/([^/]+)\.yaml$/.exec(target) ?? [];
    if (kind === undefined || name === undefined) return read(target);
    const known = (components[kind] ??= {});
    if (!Object.hasOwn(known, name)) {
      known[name] = {};
      known[name] = read(target);
    }
    return { ...copy, $ref: `#/components/${kind}/${name}` };
  };
  const read = (file: string): unknown =>
    file.endsWith('.yaml') ? convert(files.yaml(file).document.toJS(), file) : files.text(file);
  const root = read(rootFile);
  if (typeof root !== 'object' || root === null) return root;
  const own = Object.entries((root as { components?: object }).components ?? {});
  for (const [kind, entries] of own) components[kind] = { ...entries, ...components[kind] };
  return { ...root, components };
}

/** The file that a `$ref` leads to; undefined if there is none, or if it has a pointer. */
function fileOf(value: object, file: string, files: SourceFiles): string | undefined {
  const { $ref } = value as { $ref?: unknown };
  if (typeof $ref !== 'string' || $ref === '' || $ref.includes('#')) return undefined;
  const target = normalize(join(dirname(file), $ref)).replaceAll('\\', '/');
  return files.exists(target) ? target : undefined;
}

/** The position in the source of a path in the bundle; of its nearest parent if the source has no such path. */
export function locate(files: SourceFiles, path: readonly (string | number)[]): Position {
  const [section, kind, name] = path;
  const component = `openapi/components/${kind}/${name}.yaml`;
  const isComponent = section === 'components' && path.length >= 3 && files.exists(component);
  let source = files.yaml(isComponent ? component : rootFile);
  let node: unknown = source.document.contents;
  let key: unknown = node;
  let pointer: (string | number)[] = [];
  for (const step of isComponent ? path.slice(3) : path) {
    if (!has(node, step) && isMap(node)) {
      const target = fileOf({ $ref: node.get('$ref') }, source.file, files);
      if (target?.endsWith('.yaml')) {
        source = files.yaml(target);
        key = node = source.document.contents;
        pointer = [];
      }
    }
    if (!isCollection(node) || !has(node, step)) break;
    key = isMap(node) ? keyNode(node, step) : node.get(step, true);
    node = node.get(step, true);
    pointer.push(step);
  }
  const { line, col } = source.lines.linePos(isNode(key) ? (key.range?.[0] ?? 0) : 0);
  const escaped = pointer.map((each) => String(each).replaceAll('~', '~0').replaceAll('/', '~1'));
  return { file: source.file, line, column: col, pointer: ['#', ...escaped].join('/') };
}

function has(node: unknown, key: string | number): boolean {
  return isCollection(node) && node.has(key);
}

function keyNode(map: { items: readonly { key: unknown }[] }, key: string | number): unknown {
  return map.items
    .map((pair) => pair.key)
    .find((it) => isScalar(it) && String(it.value) === String(key));
}

/** All scalars of a file, keys included. */
export function scalars({ document }: YamlFile): readonly Scalar[] {
  const found: Scalar[] = [];
  visit(document, { Scalar: (_, node) => void found.push(node) });
  return found;
}
