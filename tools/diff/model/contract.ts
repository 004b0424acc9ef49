import { fileURLToPath } from 'node:url';
import { LineCounter, parseDocument } from 'yaml';
import { DiffInputError } from './diff-input-error.ts';
import { firstLine } from './first-line.ts';
import { isRecord, type Json, type JsonRecord } from './json.ts';
import { lineFinder } from './line-finder.ts';
import { valueAt } from './pointer.ts';
import { referencesIn } from './references.ts';

/** The text of a bundle, and the file that it comes from. */
export interface Document {
  /** YAML or JSON. */
  readonly text: string;
  /** Relative to the root of the repository, with `/`. */
  readonly file: string;
  /** The root of the repository that has the file and the sources of the bundle; this one without it. */
  readonly repository?: string;
}

/** A bundle that was read. */
export interface Contract {
  readonly file: string;
  readonly repository: string;
  readonly root: JsonRecord;
  /** The line, counted from 1, of what a JSON Pointer leads to, or of the nearest that is there. */
  readonly lineAt: (pointer: string) => number;
}

const ownRepository = fileURLToPath(new URL('../../../', import.meta.url));
const known = new WeakMap<Document, Contract>();

/**
 * Reads a bundle. One that was read is not read again.
 *
 * @throws {DiffInputError} if it is no OpenAPI 3.1 document, or a `$ref` in it leads nowhere
 */
export function readContract(document: Document): Contract {
  const before = known.get(document);
  if (before) return before;
  const { text, file, repository = ownRepository } = document;
  const root = parse(document);
  const lineAt = lineFinder(text);
  const refuse = (pointer: string, what: string) => {
    throw new DiffInputError(file, lineAt(pointer), what);
  };
  if (!isRecord(root)) return refuse('', 'it must be an OpenAPI document, which is an object');
  const version = root['openapi'];
  if (typeof version !== 'string' || !version.startsWith('3.1.')) {
    refuse('/openapi', '`openapi` must be a version such as 3.1.1');
  }
  for (const name of ['info', 'paths']) {
    if (!isRecord(root[name])) refuse(`/${name}`, `\`${name}\` must be an object`);
  }
  for (const { pointer, target } of referencesIn(root, '')) {
    if (valueAt(root, target) === undefined) refuse(pointer, `there is nothing at ${target}`);
  }
  const contract = { file, repository, root, lineAt };
  known.set(document, contract);
  return contract;
}

/** JSON is read much faster as such; what is no JSON may be YAML, whose reader names the fault. */
function parse({ text, file }: Document): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    const lineCounter = new LineCounter();
    const document = parseDocument(text, { lineCounter, prettyErrors: false });
    const [error] = document.errors;
    if (!error) return valueOf(document, file);
    const { line } = lineCounter.linePos(error.pos[0]);
    throw new DiffInputError(file, line, error.message.replaceAll(/\s+/g, ' '));
  }
}

function valueOf(document: ReturnType<typeof parseDocument>, file: string): Json {
  try {
    return document.toJS() as Json;
  } catch (failure) {
    // Such as aliases that would grow without bounds.
    throw new DiffInputError(file, 1, firstLine(failure));
  }
}
