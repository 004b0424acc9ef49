import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import { buildDocs, makeSite } from './build-docs.ts';
import { publish } from './publish.ts';
import { readSamples } from './sources/samples.ts';

const folder = pathToFileURL(join(mkdtempSync(join(tmpdir(), 'docs-test-')), '/'));
afterAll(() => rmSync(folder, { recursive: true }));

const address = 'https://docs.example';

const small = (limit: string) => {
  const schema = { type: 'object', properties: { name: { type: 'string' } } };
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } };
  const get = {
    operationId: 'listPets',
    tags: ['Pets'],
    summary: 'List pets',
    description: 'Lists them.',
    'x-provenance': 'documented',
    'x-retry': 'safe',
    security: [{ Key: [] }],
    parameters: [{ name: 'limit', in: 'query', description: limit, schema: { type: 'integer' } }],
    responses: { 200: { description: 'Pets.', content } },
  };
  return {
    openapi: '3.1.1',
    info: { title: 'Pets', version: '1.0.0', summary: 'Pets.', description: 'Keeps pets.' },
    tags: [{ name: 'Pets' }],
    'x-tagGroups': [{ name: 'V1', tags: ['Pets'] }],
    paths: { '/pets': { get } },
    components: {
      schemas: { Pet: schema },
      securitySchemes: {
        Key: { type: 'apiKey', name: 'Key', in: 'header', description: 'A key.' },
      },
    },
  };
};

/** The folder of a contract, with nothing in it that is not needed. */
function writeSources(): URL {
  const sources = new URL('sources/', folder);
  const decision = '**Documented:** A.\n\n**Chosen:** B.\n\n**Alternatives:** C.\n';
  const texts = {
    'decisions.md': `# Decisions\n\nWhat is open.\n\n## D01 · Pets\n\n2026-11-21 · assumed\n\n${decision}`,
    'changelog.yaml':
      "releases: [{ version: 1.0.0, date: 2026-11-21, summary: 'First.', operations: {} }]\n",
    'released/openapi.yaml': JSON.stringify(small('')),
    'workflows/README.md': '',
  };
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(new URL('./', new URL(path, sources)), { recursive: true });
    writeFileSync(new URL(path, sources), text);
  }
  return sources;
}

test('a small contract: an edit gives the same site as a new process', async () => {
  const sources = writeSources();
  const site = (limit: string, make = makeSite) =>
    make({ bundle: { json: JSON.stringify(small(limit)), yaml: '' }, sources, address });
  const page = 'operations/listPets.html';
  const before = await site('At least one.');
  expect(before.get(page)).toContain('<li class="property" id="listPets.query.limit">');
  expect(before.get('reference.html')).toContain('At least one.');
  const links = [...before.get('reference.html')!.matchAll(/ (?:href|src)="([^"#][^"]*)"/g)];
  expect(links.filter(([, link]) => !/^(https?|data):/.test(link!))).toEqual([]);
  for (const name of [...before.keys()].filter((it) => it.endsWith('.html')))
    expect(before.get('sitemap.xml')!.includes(`/${name}<`), name).toBe(name !== 'reference.html');

  const after = await site('At most nine.');
  expect(after.get(page)).toContain('At most nine.');
  expect(after.get(page)).not.toContain('At least one.');
  expect(await site('At least one.')).toEqual(before);

  vi.resetModules();
  const fresh = await import('./build-docs.ts');
  expect(await site('At most nine.', fresh.makeSite)).toEqual(after);
});

test('publishing replaces the whole directory and leaves nothing else behind', async () => {
  const directory = new URL('published/site/', folder);
  await publish(new Map([['old/page.html', 'old']]), directory);
  await publish(new Map([['index.html', 'new']]), directory);
  expect(readdirSync(directory)).toEqual(['index.html']);
  expect(readdirSync(new URL('published/', folder))).toEqual(['site']);
});

test('a missing file is named, with what to do', async () => {
  const contract = new URL('missing/openapi.json', folder);
  const options = { sources: folder, directory: new URL('none/', folder), address };
  await expect(buildDocs({ contract, ...options })).rejects.toThrow(
    /openapi\.json is missing\. Run `npm run build` to make it\.$/,
  );
  mkdirSync(new URL('samples/pause/', folder), { recursive: true });
  expect(() => readSamples(new URL('samples/', folder), 'pause')).toThrow(
    /pause\/success\.request\.json is missing\. .*`npm run record` /,
  );
});
