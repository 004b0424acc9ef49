import type { ElementContent } from 'hast';
import { toString } from 'hast-util-to-string';
import { calls, type Contract, withoutBundleTexts } from '../contract.ts';
import { plainText } from '../markdown/render-markdown.ts';
import type { SearchEntry } from '../search/entry.ts';
import type { Page } from './page.ts';

/**
 * What the search finds of a contract: operations with their parameters, schemas with their properties and values.
 *
 * @param schemaPath the page of a schema, without extension
 */
export function contractEntries(
  contract: Contract,
  schemaPath: (name: string) => string,
): SearchEntry[] {
  const operations = calls(contract).flatMap(({ path, method, operation, parameters }) => {
    const { operationId, summary } = operation;
    const page = `operations/${operationId}.html`;
    const context = `${method.toUpperCase()} ${path}`;
    return [
      {
        kind: 'operation',
        title: operationId,
        text: `${summary}. ${text(operation)}`,
        href: `${page}#${operationId}`,
        context,
      },
      ...parameters.map((parameter) => ({
        kind: 'property' as const,
        title: parameter.name,
        text: text(parameter),
        href: `${page}#${operationId}.${parameter.in}.${parameter.name}`,
        context: operationId,
      })),
    ] satisfies SearchEntry[];
  });
  const schemas = Object.entries(contract.components.schemas).flatMap(([name, schema]) => {
    const page = `${schemaPath(name)}.html`;
    const meanings = schema['x-enumDescriptions'] ?? {};
    return [
      { kind: 'schema', title: name, text: text(schema), href: `${page}#${name}`, context: '' },
      ...Object.entries(schema.properties ?? {}).map(([property, part]) => ({
        kind: 'property' as const,
        title: property,
        text: text(part),
        href: `${page}#${name}.${property}`,
        context: name,
      })),
      ...(schema.enum ?? []).map((value) => ({
        kind: 'value' as const,
        title: String(value),
        text: meanings[String(value)] ?? '',
        href: `${page}#${name}`,
        context: name,
      })),
    ] satisfies SearchEntry[];
  });
  return [...operations, ...schemas];
}

const kinds: readonly (readonly [RegExp, SearchEntry['kind']])[] = [
  [/^guides\//, 'guide'],
  [/^lifecycles$/, 'lifecycle'],
  [/^workflows$/, 'workflow'],
  [/^decisions$/, 'decision'],
  [/^changelog\//, 'release'],
  [/^coverage$/, 'coverage'],
];

/** What the search finds of a page that is written: its parts, by their headings. */
export function textEntries(
  { path, title, summary }: Page,
  body: readonly ElementContent[],
): SearchEntry[] {
  const kind = kinds.find(([paths]) => paths.test(path))?.[1];
  if (!kind) return [];
  const sections: { id: string; title: string; words: string[] }[] = [];
  for (const element of body) {
    if (element.type !== 'element') continue;
    const id = element.properties['id'];
    if (/^h[2-6]$/.test(element.tagName) && typeof id === 'string') {
      sections.push({ id, title: toString(element), words: [] });
    } else {
      sections.at(-1)?.words.push(toString(element));
    }
  }
  return [
    { kind, title, text: summary, href: `${path}.html`, context: '' },
    ...sections.map(({ id, title: heading, words }) => ({
      kind,
      title: heading,
      text: words.join(' ').replaceAll(/\s+/g, ' ').slice(0, longest),
      href: `${path}.html#${id}`,
      context: title,
    })),
  ];
}

// Keeps the index small; what readers search for is at the start.
const longest = 400;

function text(part: { readonly description?: string }): string {
  return plainText(withoutBundleTexts({ ...part }).description ?? '');
}
