import { readFileSync } from 'node:fs';
import type { Contract, ContractOperation } from '@agent-conversation/contract';
import type { ElementContent } from 'hast';
import { toString } from 'hast-util-to-string';
import { SKIP, visit } from 'unist-util-visit';
import { parse } from 'yaml';
import { renderMarkdown } from '../html/render.ts';
import type { Page } from '../pages/make-pages.ts';
import { prose } from '../pages/prose.ts';
import { statusTitle } from '../pages/status-title.ts';
import type { SearchEntry } from './find.ts';

interface Words {
  readonly kinds: Record<string, [label: string, weight: number]>;
  readonly names: Record<string, string[]>;
}

const wordsFile = new URL('words.yaml', import.meta.url);
const { kinds, names } = parse(readFileSync(wordsFile, 'utf8')) as Words;

/** Adds what the file of words states of a kind and of an address. */
function entryOf(
  kindName: string,
  title: string,
  context: string,
  href: string,
  text = '',
  also: readonly string[] = [],
): SearchEntry {
  const [kind, weight] = kinds[kindName]!;
  const others = names[href] ?? [];
  return {
    kind,
    weight,
    title,
    context,
    href,
    text,
    also: [...also, ...others],
  };
}

/** What the search finds of a contract: operations and schemas, with everything in them that has a name. */
export function contractEntries(
  { components }: Contract,
  operations: readonly ContractOperation[],
  schemaPages: ReadonlyMap<string, string>,
): SearchEntry[] {
  const entries: SearchEntry[] = [];
  const described = new Set<string>();
  const add = (
    kind: string,
    title: string,
    context: string,
    href: string,
    { description = '' }: { readonly description?: string },
    also?: readonly string[],
  ) => {
    // What many operations have in common is described once: the index must stay small.
    const key = title + description;
    const text = described.has(key)
      ? ''
      : textOf(renderMarkdown(prose(description)));
    described.add(key);
    entries.push(entryOf(kind, title, context, href, text, also));
  };
  for (const operation of operations) {
    const { operationId: id, summary, path, method, deprecated } = operation;
    const page = `operations/${id}.html#${id}`;
    const call = `${method.toUpperCase()} ${path}`;
    const kind = deprecated ? 'deprecated' : 'operation';
    add(kind, id, call, page, operation, [summary, path, call]);
    for (const parameter of operation.parameters) {
      const { name, in: location } = parameter;
      add('property', name, id, `${page}.${location}.${name}`, parameter);
    }
    for (const [status, response] of Object.entries(operation.responses)) {
      const href = `${page}.${status}`;
      add('status', statusTitle(status), id, href, response);
      for (const [name, header] of Object.entries(response.headers))
        add('header', name, id, href, header);
    }
  }
  for (const [name, schema] of Object.entries(components.schemas)) {
    const page = `${schemaPages.get(name)}.html#${name}`;
    add('schema', name, '', page, schema);
    for (const [value, description] of Object.entries(
      schema['x-enumDescriptions'] ?? {},
    ))
      add('value', value, name, page, { description });
    for (const [property, part] of Object.entries(schema.properties ?? {}))
      add('property', property, name, `${page}.${property}`, part);
  }
  return entries;
}

/** An option or a property: it counts less than a page or a section. */
function itemOf(entry: SearchEntry): SearchEntry {
  return { ...entry, weight: entry.weight / 4 };
}

/** What the search finds of a page of a listed kind: the page, its sections, and items that begin with a name. */
export function textEntries(
  page: Page,
  body: readonly ElementContent[],
): SearchEntry[] {
  const { path, title } = page;
  const [kind = ''] = path.split('/');
  if (!(kind in kinds)) return [];
  const entries = [entryOf(kind, title, '', `${path}.html`)];
  visit({ type: 'root', children: [...body] }, 'element', (element) => {
    const { tagName, properties } = element;
    if (tagName === 'figure') return SKIP;
    if (!/^(h[2-6]|li|p|td|th)$/.test(tagName)) return undefined;
    const text = textOf([element]);
    const id = String(properties['id']).replace(/-heading$/, '');
    const href = `${path}.html#${id}`;
    // `options.--port` is the id of `--port`.
    const name = id.replace(/.*\./, '');
    if (tagName.startsWith('h')) entries.push(entryOf(kind, text, title, href));
    else if (text.startsWith(name))
      entries.push(itemOf(entryOf(kind, name, title, href, text)));
    else entries.at(-1)!.text += `${text} `;
    return SKIP;
  });
  return entries;
}

/** Returns the text of elements in one line. Their blocks, such as the items of a list, stand on lines of their own. */
function textOf(children: readonly ElementContent[]): string {
  const text = toString({ type: 'root', children: [...children] });
  return text.replaceAll(/\s+/g, ' ').trim();
}
