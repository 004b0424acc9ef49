import { posix } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Root } from 'hast';
import { toString } from 'hast-util-to-string';
import type { Operation, Schema } from '../../src/contract.ts';
import { operationExamples, operationFacts, schemaFacts, missingFacts } from './docs-facts.ts';
import { attribute, elements, type Site } from './docs-site.ts';
import { mainOf, sectionsOf, textsOf } from './docs-text.ts';

/** What the page of an operation, and those of the schemas that it links, do not show of it. */
export function missingOfOperation(site: Site, operation: Operation): string[] {
  const path = `operations/${operation.operationId}.html`;
  const page = site.pages.get(path);
  if (!page) return [`the page ${path}`];
  const texts = [path, ...linkedSchemaPages(site, path)].flatMap((shown) =>
    textsOf(mainOf(site, shown)),
  );
  const anchored = site.ids.get(path)?.includes(operation.operationId);
  return [
    ...(anchored ? [] : [`the anchor #${operation.operationId}`]),
    ...missingFacts(operationFacts(operation), texts),
    ...missingExamples(page, operation),
    ...missingSamples(page, operation),
  ];
}

/** The schemas that have no section of their own, or more than one; and what the section does not show. */
export function missingOfSchemas(site: Site, schemas: Readonly<Record<string, Schema>>): string[] {
  const paths = [...site.pages.keys()].filter((path) => path.startsWith('schemas/'));
  return Object.entries(schemas).flatMap(([name, schema]) => {
    const [section, ...more] = paths.flatMap((path) => sectionsOf(mainOf(site, path), name));
    if (!section || more.length > 0) return [`the one section ${name}`];
    return missingFacts(schemaFacts(schema, name, false), section);
  });
}

/** The named examples whose value no code of the page has; what a sample prints is no example. */
function missingExamples(page: Root, operation: Operation): string[] {
  const ofSamples = new Set(elements(page, '.sample code'));
  const shown = elements(page, 'code')
    .filter((code) => !ofSamples.has(code))
    .map((code) => readJson(toString(code)));
  return operationExamples(operation)
    .filter(([, value]) => !shown.some((json) => isDeepStrictEqual(json, value)))
    .map(([name]) => `the example ${name}`);
}

/** The samples that the page does not show, each by its outcome. */
function missingSamples(page: Root, operation: Operation): string[] {
  const shown = elements(page, `.sample[data-operation=${operation.operationId}]`).map(
    (sample) => ({
      outcome: attribute(sample, 'dataOutcome'),
      codes: elements(sample, 'figure.code:not(.output) code').map((code) => toString(code).trim()),
    }),
  );
  return operation['x-codeSamples']
    .filter(({ label, source }) => {
      const wanted = label.endsWith(', failing') ? 'failure' : 'success';
      return !shown.some(
        ({ outcome, codes }) => outcome === wanted && codes.includes(source.trim()),
      );
    })
    .map(({ label }) => `the sample: ${label}`);
}

/** The pages of schemas that the content of a page links, and those that they link in turn. */
function linkedSchemaPages(site: Site, from: string, found = new Set<string>()): Set<string> {
  for (const link of elements(mainOf(site, from), 'a[href]')) {
    const [href = ''] = attribute(link, 'href')?.split('#') ?? [];
    const path = posix.join(posix.dirname(from), href);
    if (!path.startsWith('schemas/') || found.has(path)) continue;
    linkedSchemaPages(site, path, found.add(path));
  }
  return found;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
