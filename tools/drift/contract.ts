/** Applies the operators of `catalogue/contract.yaml` to the YAML sources of the contract. */
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { type SourceFile, SourceFiles } from '@agent-conversation/cli/source';
import { childOf, childrenOf, isObject, pointerTo } from '@agent-conversation/contract';
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

/** A value in a YAML file of the contract. */
interface Node {
  readonly source: SourceFile;
  readonly at: Path;
  readonly value: unknown;
}

/** The most mutants of each operator in a full run. */
const mutantsEach = 5;

/** Reads the YAML sources of the contract below a root. */
export function readSources(root: string): readonly SourceFile[] {
  const pattern = ['openapi/openapi.yaml', 'openapi/{paths,components}/**/*.yaml'];
  const files = globSync(pattern, { cwd: root }).toSorted();
  const sources = new SourceFiles(root);
  return files.map((file) => sources.yaml(file));
}

/**
 * Applies operators wherever they fit and returns a bounded number of mutants of each, spread over its locations.
 *
 * @param isFast whether to return one location of each operator: chosen by its title, and where possible in a file that
 * no other operator of its gate changes, so that they can be tried in one run
 * @returns also the operators that have no location
 */
export function contractMutants(
  sources: readonly SourceFile[],
  operators: readonly ContractOperator[],
  isFast: boolean,
): { readonly mutants: readonly FileMutant[]; readonly without: readonly ContractOperator[] } {
  const nodes = sources.flatMap((source) => nodesIn(source));
  const without: ContractOperator[] = [];
  const changed = new Set<string>();
  const mutants = operators.flatMap((operator) => {
    const all = nodes.filter(fitsOf(operator));
    if (all.length === 0) without.push(operator);
    const change = ({ source }: Node) => `${operator.gate} ${source.file}`;
    const seed = Buffer.from(operator.title).reduce((sum, byte) => sum + byte, 0) % all.length;
    const rotated = [...all.slice(seed), ...all.slice(0, seed)];
    const one = rotated.find((node) => !changed.has(change(node))) ?? rotated[0];
    if (one) changed.add(change(one));
    const step = Math.ceil(all.length / mutantsEach);
    return all
      .filter((node, at) => (isFast ? node === one : at % step === 0))
      .map((node) => mutantOf(operator, node));
  });
  return { mutants, without };
}

/** All values of a file, from the outside to the inside. */
function nodesIn(source: SourceFile, at: Path = [], value = source.value): readonly Node[] {
  const inner = childrenOf(value).flatMap(([step, child]) => nodesIn(source, [...at, step], child));
  return [{ source, at, value }, ...inner];
}

/** Whether an operator applies at a location. */
function fitsOf({ file = '', at, where = {} }: ContractOperator): (node: Node) => boolean {
  const [files, pointers] = [new RegExp(file), new RegExp(at)];
  return (node) =>
    pointers.test(pointerTo('', ...node.at)) &&
    files.test(node.source.file.replace('openapi/', '')) &&
    Object.entries(where).every(([path, pattern]) => {
      const value = pathOf(node, path).reduce<unknown>(childOf, node.source.value);
      return new RegExp(fill(pattern, node)).test(JSON.stringify(value) ?? 'undefined');
    });
}

function mutantOf(operator: ContractOperator, node: Node): FileMutant {
  const { id, title, gate, remove = [], rename, set = {}, also, says } = operator;
  const { file, text } = node.source;
  const name = basename(file, '.yaml');
  const document = parseDocument(text);
  for (const [path, value] of Object.entries(set)) {
    put(document, pathOf(node, path), valueOf(value, node));
  }
  for (const path of remove) document.deleteIn(pathOf(node, path));
  if (rename !== undefined) {
    const map = document.getIn(node.at.slice(0, -1), true);
    const pair = isMap(map) && map.items.find(({ key }) => String(key) === `${node.at.at(-1)}`);
    if (pair) pair.key = document.createNode(fill(rename, node));
  }
  const content = document.toString({ lineWidth: 0, flowCollectionPadding: false });
  const changeset = `---\n'@agent-conversation/openapi': ${also}\n---\n\nChanges something.\n`;
  const added = also === undefined ? [] : [{ file: '.changeset/drift.md', content: changeset }];
  return {
    operator: id,
    title: `${title}: ${name} ${pointerTo('', ...node.at)}`.trimEnd(),
    gate,
    says: says?.map((words) => fill(words, node)) ?? [name],
    files: [{ file, content }, ...added],
  };
}

/** Sets a value, or appends it to the list before the step `-`. */
function put(document: Document, path: Path, value: unknown): void {
  const node = document.createNode(value);
  const list = path.slice(0, -1);
  if (path.at(-1) !== '-') document.setIn(path, node);
  else if (document.hasIn(list)) document.addIn(list, node);
  else document.setIn(list, document.createNode([node]));
}

/** The path that an operator names, from the root of the file. */
function pathOf(node: Node, path: string): Path {
  const steps = path.startsWith('/') ? [] : [...node.at];
  for (const step of fill(path, node).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '') steps.push(/^\d$/.test(step) ? Number(step) : step);
  }
  return steps;
}

function valueOf(value: unknown, node: Node): unknown {
  if (Array.isArray(value)) return value.map((each) => valueOf(each, node));
  if (value === '$self') return node.value;
  if (value === '$next') {
    if (typeof node.value === 'number') return node.value + 1;
    return typeof node.value === 'boolean' ? !node.value : `${String(node.value)}_`;
  }
  return typeof value === 'string' ? fill(value, node) : value;
}

/** Fills in the words in braces. */
function fill(text: string, { source, at, value }: Node): string {
  const leaf = String(at.at(-1) ?? '');
  const known: Readonly<Record<string, unknown>> = {
    leaf,
    camel: leaf.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    value,
    name: basename(source.file, '.yaml'),
    ...(isObject(value) ? value : {}),
  };
  return text.replaceAll(/\{(\w+)\}/g, (whole, word: string) => {
    const filled = known[word];
    return typeof filled === 'string' || typeof filled === 'number' ? `${filled}` : whole;
  });
}
