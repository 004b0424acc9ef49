/** Applies the operators of `catalogue/contract.yaml` to the YAML sources of the contract. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { FileChange } from '@agent-conversation/cli/files';
import { type Document, isMap, parseDocument } from 'yaml';
import type { FileMutant } from './mutant.ts';

type Path = readonly (string | number)[];

/** A kind of fault of the contract; the fields are described in `catalogue/contract.yaml`. */
export interface ContractOperator {
  readonly id: string;
  readonly title: string;
  readonly gate: string;
  readonly file?: string;
  readonly at: string;
  readonly where?: Readonly<Record<string, string>>;
  readonly remove?: readonly string[];
  readonly rename?: string;
  readonly set?: Readonly<Record<string, unknown>>;
  readonly also?: string;
  readonly says?: readonly string[];
}

/** One YAML file of the contract. */
export interface Source {
  /** The path from the root of the repository. */
  readonly file: string;
  readonly text: string;
}

interface Place {
  readonly file: string;
  readonly text: string;
  readonly whole: unknown;
  readonly at: Path;
  readonly pointer: string;
  readonly value: unknown;
}

/** How many places of each operator a full run takes. */
const placesEach = 5;

/** Reads the YAML sources of the contract below a root. */
export function readSources(root: string): readonly Source[] {
  const pattern = ['openapi/openapi.yaml', 'openapi/{paths,components}/**/*.yaml'];
  const files = globSync(pattern, { cwd: root }).toSorted();
  return files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
}

/**
 * Applies operators wherever they fit and returns a bounded number of mutants of each, spread over its places.
 *
 * @param isFast whether to return one place of each operator, chosen by its title
 * @returns also the operators that have no place
 */
export function contractMutants(
  sources: readonly Source[],
  operators: readonly ContractOperator[],
  isFast: boolean,
): { readonly mutants: readonly FileMutant[]; readonly without: readonly ContractOperator[] } {
  const places = sources.flatMap(placesIn);
  const without: ContractOperator[] = [];
  const mutants = operators.flatMap((operator) => {
    const all = places.filter(fitsOf(operator));
    if (all.length === 0) without.push(operator);
    const seed = Buffer.from(operator.title).reduce((sum, byte) => sum + byte, 0);
    const chosen = isFast
      ? all.filter((_, index) => index === seed % all.length)
      : all.filter((_, index) => index % Math.ceil(all.length / placesEach) === 0);
    return chosen.map((place) => mutantOf(operator, place));
  });
  return { mutants, without };
}

function mutantOf(operator: ContractOperator, place: Place): FileMutant {
  const { id, title, gate, remove = [], rename, set = {}, also, says = [] } = operator;
  const document = parseDocument(place.text);
  for (const [path, value] of Object.entries(set)) put(document, pathOf(place, path), place, value);
  for (const path of remove) document.deleteIn(pathOf(place, path));
  if (rename !== undefined) renameKey(document, place.at, fill(rename, place));
  const content = document.toString({ lineWidth: 0, flowCollectionPadding: false });
  const name = basename(place.file, '.yaml');
  const files: FileChange[] = [{ file: place.file, content }];
  if (also !== undefined) {
    const text = `---\n'@agent-conversation/openapi': ${also}\n---\n\nChanges something.\n`;
    files.push({ file: '.changeset/drift.md', content: text });
  }
  return {
    operator: id,
    title: `${title}: ${name} ${place.pointer}`.trimEnd(),
    gate,
    says: says.length > 0 ? says.map((words) => fill(words, place)) : [name],
    files,
  };
}

/** Whether an operator applies at a place. */
function fitsOf({ file = '', at, where = {} }: ContractOperator): (place: Place) => boolean {
  const [files, pointers] = [new RegExp(file), new RegExp(at)];
  return (place) =>
    pointers.test(place.pointer) &&
    files.test(place.file.replace('openapi/', '')) &&
    Object.entries(where).every(([path, pattern]) => {
      const value = getIn(place.whole, pathOf(place, path));
      return new RegExp(fill(pattern, place)).test(JSON.stringify(value) ?? 'undefined');
    });
}

/** All values of a file, from the outside to the inside. */
function placesIn({ file, text }: Source): readonly Place[] {
  const whole = parseDocument(text).toJS() as unknown;
  const found: Place[] = [];
  const visit = (at: Path, value: unknown): void => {
    found.push({ file, text, whole, at, pointer: pointerOf(at), value });
    if (typeof value !== 'object' || value === null) return;
    const isList = Array.isArray(value);
    for (const [step, each] of Object.entries(value)) {
      visit([...at, isList ? Number(step) : step], each);
    }
  };
  visit([], whole);
  return found;
}

/** The path that an operator names, from the root of the file. */
function pathOf(place: Place, path: string): Path {
  const steps = path.startsWith('/') ? [] : [...place.at];
  for (const step of fill(path, place).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '') steps.push(/^\d$/.test(step) ? Number(step) : step);
  }
  return steps;
}

function put(document: Document, path: Path, place: Place, value: unknown): void {
  const filled = document.createNode(valueOf(value, place));
  if (path.at(-1) !== '-') document.setIn(path, filled);
  else if (document.hasIn(path.slice(0, -1))) document.addIn(path.slice(0, -1), filled);
  else document.setIn(path.slice(0, -1), document.createNode([filled]));
}

function valueOf(value: unknown, place: Place): unknown {
  if (Array.isArray(value)) return value.map((each) => valueOf(each, place));
  if (value === '$self') return place.value;
  if (value === '$next') {
    if (typeof place.value === 'number') return place.value + 1;
    return typeof place.value === 'boolean' ? !place.value : `${String(place.value)}_`;
  }
  return typeof value === 'string' ? fill(value, place) : value;
}

/** Fills in the words in braces. */
function fill(text: string, { file, at, value }: Place): string {
  const leaf = String(at.at(-1) ?? '');
  const known: Readonly<Record<string, unknown>> = {
    leaf,
    camel: leaf.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    value,
    name: basename(file, '.yaml'),
    ...(typeof value === 'object' ? value : {}),
  };
  return text.replaceAll(/\{(\w+)\}/g, (whole, word: string) => {
    const filled = known[word];
    return typeof filled === 'string' || typeof filled === 'number' ? `${filled}` : whole;
  });
}

function renameKey(document: Document, at: Path, to: string): void {
  const map = document.getIn(at.slice(0, -1), true);
  const pair = isMap(map)
    ? map.items.find(({ key }) => String(key) === String(at.at(-1)))
    : undefined;
  if (pair) pair.key = document.createNode(to);
}

function pointerOf(at: Path): string {
  return at.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function getIn(value: unknown, at: Path): unknown {
  return at.reduce<unknown>(
    (inner, step) => (inner as Readonly<Record<string, unknown>> | undefined)?.[step],
    value,
  );
}
