import type { Options } from '../cli/options.ts';
import type { Sources } from '../contract/sources.ts';
import { pascal } from '../contract/words.ts';
import { ScaffoldError } from '../scaffold-error.ts';
import type { ParameterDesign } from './design.ts';

/** The parameters of an operation: those of its path, and those of a search. */
export function designParameters({ path, id }: Options, sources: Sources): ParameterDesign[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new ScaffoldError(`--path must have {${twice}} once`);
  const inQuery = isSearch(id) ? ['PageId', 'Limit'] : [];
  return [
    ...names.map((name) => known(sources, name) ?? made(name)),
    ...inQuery.map((component) => parameterOf(sources, component)),
  ];
}

/** Whether an operation takes the id of a page. */
export function isPaged({ parameters }: { readonly parameters: readonly ParameterDesign[] }) {
  return parameters.some(({ name }) => name === 'page_id');
}

/** Whether an operation is named as one that gives its answer page by page. */
export function isSearch(id: string): boolean {
  return /^search[A-Z]/.test(id);
}

function known(sources: Sources, name: string): ParameterDesign | undefined {
  return sources
    .components('parameters')
    .map((component) => parameterOf(sources, component))
    .find((it) => it.in === 'path' && it.name === name);
}

interface Raw extends Record<string, unknown> {
  readonly name: string;
  readonly in: ParameterDesign['in'];
  readonly example: unknown;
}

function parameterOf(sources: Sources, component: string): ParameterDesign {
  const file = `openapi/components/parameters/${component}.yaml`;
  const { name, in: place, example } = sources.yaml(file) as Raw;
  return { component, name, in: place, isNew: false, example: String(example) };
}

function made(name: string): ParameterDesign {
  const example = `${name.replace(/_id$/, '').replaceAll('_', '-')}-1`;
  return { component: pascal(name), name, in: 'path', isNew: true, example };
}
