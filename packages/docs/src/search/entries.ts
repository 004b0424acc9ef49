import type { ContractOperation, Contract, Sourced } from '@agent-conversation/contract';
import type { ElementContent } from 'hast';
import { toString } from 'hast-util-to-string';
import { plainText } from '../html/render.ts';
import type { Page } from '../pages/make-pages.ts';
import { kinds, type SearchEntry } from './find.ts';
import { synonyms } from './synonyms.ts';

/** What the search finds of a contract: operations with their parameters, schemas with their properties. */
export function contractEntries(
  { components }: Contract,
  operations: readonly ContractOperation[],
  schemaPages: ReadonlyMap<string, string>,
): SearchEntry[] {
  const entries: SearchEntry[] = [];
  const add = (
    kind: SearchEntry['kind'],
    title: string,
    href: string,
    context: string,
    part: Sourced,
    start = '',
  ) =>
    entries.push({ kind, title, href, context, text: start + plainText(part.description ?? '') });
  for (const operation of operations) {
    const { operationId: id, summary, path, method, parameters } = operation;
    const page = `operations/${id}.html#${id}`;
    add('operation', id, page, `${method.toUpperCase()} ${path}`, operation, `${summary}. `);
    for (const it of parameters) add('property', it.name, `${page}.${it.in}.${it.name}`, id, it);
  }
  for (const [name, schema] of Object.entries(components.schemas)) {
    const page = `${schemaPages.get(name)}.html#${name}`;
    add('schema', name, page, '', schema);
    for (const [property, it] of Object.entries(schema.properties ?? {}))
      add('property', property, `${page}.${property}`, name, it);
  }
  return entries;
}

/** What the search finds of a page that is written: the page and its sections, by their headings. */
export function textEntries(page: Page, body: readonly ElementContent[]): SearchEntry[] {
  const [start = ''] = page.path.split('/');
  if (page.operation || start === 'schemas') return [];
  const kind = start in kinds ? (start as SearchEntry['kind']) : 'guide';
  const first = { title: page.title, text: page.summary, href: `${page.path}.html`, context: '' };
  const found = [first];
  for (const element of body) {
    if (element.type !== 'element') continue;
    const text = toString(element).replaceAll(/\s+/g, ' ');
    const href = `${first.href}#${String(element.properties['id'])}`;
    if (/^h[2-6]$/.test(element.tagName))
      found.push({ title: text, text: '', href, context: page.title });
    else if (found.length > 1 && element.tagName !== 'figure') found.at(-1)!.text += ` ${text}`;
  }
  // What readers search for is at the start; the index stays small.
  return found.map((it) => {
    const also = synonyms[it.href];
    return { kind, ...it, text: it.text.trim().slice(0, 400), ...(also && { also }) };
  });
}
