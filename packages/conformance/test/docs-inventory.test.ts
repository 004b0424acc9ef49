import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { contract, operations } from '../src/contract.ts';
import { missingOfOperation, missingOfSchemas } from './support/docs-inventory.ts';
import { attribute, builtSite, elements } from './support/docs-site.ts';

const site = builtSite();
const source = new URL('../../../openapi/', import.meta.url);

test.each(operations)('the page of $operationId shows all of it', (operation) => {
  expect(missingOfOperation(site, operation)).toEqual([]);
});

test('there is no page of an operation that the contract has not', () => {
  const pages = [...site.pages.keys()].filter((path) => path.startsWith('operations/'));
  expect(pages.toSorted()).toEqual(
    operations.map(({ operationId }) => `operations/${operationId}.html`).toSorted(),
  );
});

test('every schema has one section, which shows all of it', () => {
  expect(missingOfSchemas(site, contract.components.schemas)).toEqual([]);
});

describe('the requests that "Run it here" sends', () => {
  const samples = [...site.pages].flatMap(([path, page]) =>
    path.startsWith('operations/') ? elements(page, '.sample') : [],
  );

  test('are those that were recorded', () => {
    const shown = samples.map((sample) => {
      const place = [attribute(sample, 'dataOperation'), attribute(sample, 'dataOutcome')].join(
        '/',
      );
      return [place, JSON.parse(attribute(sample, 'dataRequest') ?? 'null') as unknown];
    });
    const recorded = globSync('samples/*/*.request.json', { cwd: fileURLToPath(source) }).map(
      (file) => [
        file.slice('samples/'.length, -'.request.json'.length),
        JSON.parse(readFileSync(new URL(file, source), 'utf8')) as unknown,
      ],
    );
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(recorded));
    expect(shown).toHaveLength(operations.length * 2);
  });
});

test.each([
  ['index', operations.map(({ operationId }) => operationId)],
  ['reference', operations.map(({ operationId }) => operationId)],
  [
    'lifecycles',
    Object.entries(contract.components.schemas).flatMap(([name, schema]) =>
      schema['x-lifecycle'] ? [name] : [],
    ),
  ],
  [
    'workflows',
    globSync('workflows/*.arazzo.yaml', { cwd: fileURLToPath(source) }).flatMap((file) => {
      const text = readFileSync(new URL(file, source), 'utf8');
      return (parse(text) as { workflows: { workflowId: string }[] }).workflows.map(
        ({ workflowId }) => workflowId,
      );
    }),
  ],
  [
    'decisions',
    readFileSync(new URL('decisions.md', source), 'utf8').match(/(?<=^## )D\d\d/gm) ?? [],
  ],
])('%s has an anchor for each', (page, names) => {
  const ids = site.ids.get(`${page}.html`) ?? [];
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !ids.includes(name))).toEqual([]);
});

test('every page for people has one for models beside it, but the reference', () => {
  const alone = [...site.pages.keys()].filter(
    (path) => !site.texts.has(path.replace(/html$/, 'md')),
  );
  expect(alone).toEqual(['reference.html']);
});

test('every page is made from this contract', () => {
  const bundle = readFileSync(
    new URL(import.meta.resolve('@agent-conversation/openapi/openapi.json')),
  );
  const facts = {
    'openapi-version': contract.info.version,
    'openapi-sha256': createHash('sha256').update(bundle).digest('hex'),
  };
  const stale = [...site.pages].flatMap(([path, page]) =>
    Object.entries(facts).flatMap(([name, value]) => {
      const [meta] = elements(page, `meta[name=${name}]`);
      const told = meta && attribute(meta, 'content');
      return told === value ? [] : [`${path} has ${name} ${told}, not ${value}`];
    }),
  );
  expect(stale).toEqual([]);
  expect(site.texts.get('openapi.json') === bundle.toString(), 'openapi.json of the docs').toBe(
    true,
  );
});
