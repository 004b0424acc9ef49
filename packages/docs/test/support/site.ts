/** The documentation as it was built last, and what readers find there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type ContractOperation,
  contractOperations,
  dereference,
  nameOf,
  type Schema,
  subschemasOf,
  textOf,
} from '@agent-conversation/contract';
import bundle from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import type { Element, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { selectAll } from 'hast-util-select';
import { toString } from 'hast-util-to-string';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import type { Contract } from '../../src/contract.ts';
import { docsDirectory } from '../../src/index.ts';

export const contract = bundle as unknown as Contract;

/** The operations of the contract, with what a page of the documentation shows. */
export const operations = contractOperations(contract).map(readOperation);

function readOperation(it: ContractOperation) {
  const { operationId, method, path, summary, security, 'x-codeSamples': samples } = it;
  const request = it.requestBody ? [it.requestBody] : [];
  // Errors are shown by their examples.
  const shown = [
    ...request,
    ...Object.entries(it.responses).flatMap(([status, its]) => (status < '400' ? its : [])),
  ];
  return {
    operationId,
    method,
    path,
    summary,
    security,
    samples,
    parameters: it.parameters,
    statuses: Object.keys(it.responses),
    schemas: shown.flatMap(({ schema }) => schema ?? []),
    examples: [...request, ...Object.values(it.responses)].flatMap(({ examples }) => [...examples]),
  };
}

const folder = fileURLToPath(docsDirectory);

/** The files by their paths. */
export const files: ReadonlyMap<string, string> = new Map(
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
    .map((file) => [relative(folder, file).replaceAll(sep, '/'), readFileSync(file, 'utf8')]),
);

/** The HTML pages, parsed. */
export const pages: ReadonlyMap<string, Root> = new Map(
  [...files].flatMap(([path, text]) => (path.endsWith('.html') ? [[path, fromHtml(text)]] : [])),
);

/** Returns the values of an attribute of all elements that a CSS selector finds. */
export function attributes(tree: Root | Element, selector: string, name: string): string[] {
  return selectAll(selector, tree).map(({ properties }) => String(properties[name]));
}

/** The ids in each page. */
const ids = new Map(
  [...pages].map(([path, page]) => [path, new Set(attributes(page, '[id]', 'id'))]),
);

/** Returns what a part of a page says, element by element. */
function textsOf(tree: Root | Element): string[] {
  const texts: string[] = [];
  visit(tree, 'text', ({ value }) => void texts.push(value.trim()));
  return texts;
}

/** Returns what the page of an operation does not show, or link: a text for each. */
export function missingOf(page: Root, operation: (typeof operations)[number]): string[] {
  const { operationId, parameters, statuses, security } = operation;
  const [main = page] = selectAll('main', page);
  const codes = new Set(selectAll('code', main).map((code) => compact(toString(code))));
  const keys = security.flatMap((requirement) => Object.keys(requirement));
  // A path and its parameters can have elements of their own.
  const joined = textsOf(main).join('').replaceAll(/\s/g, '');
  const words = [
    operation.summary,
    operation.method.toUpperCase(),
    operation.path,
    ...keys.map((key) => contract.components.securitySchemes[key]!.name),
    ...statuses,
  ];
  const schemas = [...parameters.map(({ schema }) => schema), ...operation.schemas];
  const names = parameters.map(({ name }) => name);
  return [
    ...words.filter((word) => !joined.includes(word.replaceAll(' ', ''))),
    ...missingTerms(main, names, schemas),
    ...operation.examples
      .filter(([, value]) => !codes.has(JSON.stringify(value)))
      .map(([name]) => name),
    ...operation.samples
      .filter(({ source }) => !codes.has(compact(source)))
      .map(({ label }) => label),
    ...(attributes(main, '[id]', 'id').includes(operationId) ? [] : ['the anchor']),
  ].map((it) => `${operationId}: ${it}`);
}

/** Returns what the only section of a schema does not show, or link: a text for each. */
export function missingOfSchema(trees: Iterable<Root>, name: string, schema: Schema): string[] {
  const [section, ...more] = [...trees].flatMap((tree) => selectAll(`main [id=${name}]`, tree));
  if (!section || more.length > 0) return [`${name}: one section`];
  return missingTerms(section, [name], [schema]).map((it) => `${name}: ${it}`);
}

function missingTerms(
  tree: Root | Element,
  names: readonly string[],
  schemas: readonly Schema[],
): string[] {
  const texts = new Set(textsOf(tree));
  const links = attributes(tree, 'a[href]', 'href').map((href) => href.replace(/^.*#/, ''));
  const terms = schemas.flatMap((schema) => termsOf(schema, new Set(links)));
  return [...names, ...terms].filter((term) => !texts.has(term));
}

/** Returns the names and values in a schema, also in those that it refers to, if they are not known. */
function termsOf(schema: Schema, known: Set<string>): string[] {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    return known.has(name) ? [] : termsOf(dereference<Schema>(contract, schema), known.add(name));
  }
  const values = schema.const === undefined ? (schema.enum ?? []) : [schema.const];
  return [
    ...Object.keys(schema.properties ?? {}),
    ...values.map(textOf),
    ...subschemasOf(schema).flatMap(([, inner]) => termsOf(inner, known)),
  ];
}

/** Returns JSON without spaces; another text as it is. */
function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text.trim();
  }
}

/** Returns the addresses in a file, relative to it. */
export function linksOf(path: string): string[] {
  const page = pages.get(path);
  if (page) return ['href', 'src'].flatMap((name) => attributes(page, `[${name}]`, name));
  // The one with all pages has the links of each, relative to that page.
  if (!path.endsWith('.md') && path !== 'llms.txt') return [];
  const links: string[] = [];
  visit(unified().use(remarkParse).use(remarkGfm).parse(files.get(path)), (node) => {
    if ('url' in node) links.push(node.url);
  });
  return links;
}

const base = 'https://docs.invalid/docs/';

/** Returns why a link leads nowhere, or not from a disk and under any address; undefined if it does. */
export function linkFault(from: string, link: string): string | undefined {
  const { href, pathname, hash, protocol, hostname } = new URL(link, base + from);
  if (!href.startsWith(base)) {
    const isElsewhere = protocol === 'https:' && hostname !== 'docs.invalid';
    const isHere = protocol === 'data:' || ['127.0.0.1', 'localhost'].includes(hostname);
    return isElsewhere || isHere ? undefined : 'is neither relative nor https';
  }
  const path = decodeURIComponent(pathname.slice('/docs/'.length));
  if (!files.has(path)) return 'names no file';
  const anchor = decodeURIComponent(hash.slice(1));
  return anchor === '' || ids.get(path.replace(/\.md$/, '.html'))?.has(anchor)
    ? undefined
    : 'names no anchor';
}
