import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildDocs, makeSite } from './build-docs.ts';
import { BuildError } from './build-error.ts';
import { readSource } from './sources/read-source.ts';
import { readSamples } from './sources/samples.ts';

const folder = pathToFileURL(
  join(mkdtempSync(join(tmpdir(), 'docs-test-')), '/'),
);
afterAll(() => rmSync(folder, { recursive: true }));

const address = 'https://docs.example/api/';
const sources = new URL('sources/', folder);

const small = (limit: string) => {
  const response = (name: string) => ({
    description: `${name}.`,
    content: {
      'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
    },
  });
  const get = {
    operationId: 'listPets',
    tags: ['Pets'],
    summary: 'List pets',
    description: 'Lists each `Pet`.',
    'x-retry': 'safe',
    security: [{ Key: [] }],
    parameters: [
      {
        name: 'limit',
        in: 'query',
        description: limit,
        schema: { type: 'integer' },
      },
    ],
    responses: { 200: response('Pet'), 404: response('Problem') },
  };
  return {
    openapi: '3.1.1',
    info: {
      title: 'Pets',
      version: '1.0.0',
      summary: 'Pets.',
      description: 'Keeps pets.',
    },
    tags: [{ name: 'Pets' }],
    paths: { '/pets': { get } },
    components: {
      schemas: {
        Pet: { type: 'object', properties: { name: { type: 'string' } } },
        Problem: {},
      },
      securitySchemes: { Key: { type: 'apiKey', name: 'Key', in: 'header' } },
    },
  };
};

beforeAll(() => {
  const decision =
    '**Documented:** A.\n\n**Chosen:** B.\n\n**Alternatives:** C.\n';
  const texts = {
    'openapi.json': JSON.stringify(small('At least one.')),
    'openapi.yaml': '',
    'decisions.md': `# Decisions\n\nWhat is open.\n\n## D01 · Pets\n\n2026-11-21 · assumed\n\n${decision}`,
    'changelog.yaml':
      "releases: [{ version: 1.0.0, date: 2026-11-21, summary: 'First.' }]\n",
    'released/openapi.yaml': JSON.stringify(small('')),
    'workflows/README.md': '',
  };
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(new URL('./', new URL(path, sources)), { recursive: true });
    writeFileSync(new URL(path, sources), text);
  }
  const editor = new URL('../../../openapi/editor/', import.meta.url);
  cpSync(editor, new URL('editor/', sources), { recursive: true });
});

const site = (
  limit: string,
  make = makeSite,
  connect: readonly string[] = [],
) =>
  make({
    bundle: { json: JSON.stringify(small(limit)), yaml: '' },
    sources,
    address,
    connect,
  });
const operationPage = 'operations/listPets.html';

test('a small contract: an edit gives the same site as a new process', async () => {
  const before = await site('At least one.');
  expect(before.get(operationPage)).toContain(
    '<a href="../schemas/pets.html#Pet"><code>Pet<',
  );
  for (const name of [...before.keys()].filter((it) => it.endsWith('.html'))) {
    const isListed = !['reference.html', '404.html'].includes(name);
    expect(
      before.get('sitemap.xml')!.includes(`${address}${name}<`),
      name,
    ).toBe(isListed);
  }

  const after = await site('At most nine.');
  expect(after.get(operationPage)).toContain('At most nine.');
  expect(after.get(operationPage)).not.toContain('At least one.');
  expect(await site('At least one.')).toEqual(before);

  vi.resetModules();
  const fresh = await import('./build-docs.ts');
  expect(await site('At most nine.', fresh.makeSite)).toEqual(after);
});

test('an operation without validators has no console', async () => {
  const files = await site('');
  expect(files.get(operationPage)).not.toContain('data-operation');
  expect([...files.keys()].filter((name) => name.includes('consoles'))).toEqual(
    [],
  );
});

test('a page may connect to this machine, and to the origins of --connect', async () => {
  const local = "connect-src 'self' http://127.0.0.1:* http://localhost:*";
  expect((await site('')).get(operationPage)).toContain(`${local};`);
  const allowed = ['https://api.example', 'http://other.example:8080'];
  const page = (await site('', makeSite, allowed)).get(operationPage);
  expect(page).toContain(`${local} ${allowed.join(' ')};`);
  for (const wrong of [
    'https://api.example/',
    'api.example',
    'https://a.example; img-src *',
  ])
    await expect(site('', makeSite, [wrong])).rejects.toThrow(
      new BuildError(
        `--connect takes an origin such as https://api.example, not "${wrong}".`,
      ),
    );
});

test('pages with the same address are rejected', async () => {
  const json = JSON.stringify(small('')).replaceAll('"Pets"', '"Errors"');
  const made = makeSite({ bundle: { json, yaml: '' }, sources, address });
  await expect(made).rejects.toThrow(
    'Two pages would be schemas/errors.html: rename a tag',
  );
});

test.each([
  {
    replaced: '"listPets"',
    replacement: '"../../listPets"',
    message: '"operations/../../listPets" cannot be the path of a page',
  },
  {
    replaced: '"tags":["Pets"]',
    replacement: '"tags":["Cats"]',
    message: '/paths/~1pets/get/tags/0 must be a tag of /tags, is Cats.',
  },
])('$replacement is rejected', async ({ replaced, replacement, message }) => {
  const json = JSON.stringify(small('')).replaceAll(replaced, replacement);
  expect(json).toContain(replacement);
  const made = makeSite({ bundle: { json, yaml: '' }, sources, address });
  await expect(made).rejects.toThrow(message);
});

test.each([
  {
    json: '{\n"a" 1}',
    message: /^openapi\.json cannot be parsed: .* \(line 2 column 5\)$/,
  },
  {
    json: '[]',
    message: /^openapi\.json must be of type object, is \[\]\.$/,
  },
])('the contract $json is rejected', async ({ json, message }) => {
  const made = makeSite({ bundle: { json, yaml: '' }, sources, address });
  await expect(made).rejects.toThrow(BuildError);
  await expect(made).rejects.toThrow(message);
});

test('a contract of others has pages for what it has, and no link to another', async () => {
  const workflow = {
    workflowId: 'pause',
    steps: [{ operationId: 'pauseSandbox' }],
  };
  const file = new URL('workflows/pause.yaml', sources);
  writeFileSync(file, JSON.stringify({ workflows: [workflow] }));
  const files = await site('');
  rmSync(file);
  const left = ['coverage', 'lifecycles', 'workflows'].filter((page) =>
    files.has(`${page}.html`),
  );
  expect(left).toEqual([]);
  const pages = [...files].filter(([name]) =>
    /(?<!reference|404)\.html$/.test(name),
  );
  const dead = pages.flatMap(([name, html]) => {
    const links = [...html.matchAll(/ href="(?![a-z]+:)([^"#]+)/g)].map(
      ([, link]) => link!,
    );
    return links.filter((link) => !files.has(join(name, '..', link)));
  });
  expect(dead).toEqual([]);
  expect(files.get('guides/sandboxes.md')).not.toContain('operations/');
});

test('a byte order mark is no part of a source', async () => {
  const file = new URL('marked/openapi.json', folder);
  mkdirSync(new URL('./', file));
  writeFileSync(file, `\uFEFF{}`);
  expect(readSource(file)).toBe('{}');
  rmSync(new URL('./', file), { recursive: true });
});

test('a workflow that is not YAML is named, with the line', async () => {
  const file = new URL('workflows/broken.yaml', sources);
  writeFileSync(file, 'workflows: []\n}');
  const result = site('');
  await expect(result).rejects.toThrow(BuildError);
  await expect(result).rejects.toThrow(
    /^workflows\/broken\.yaml cannot be parsed: .* line 2,/,
  );
  rmSync(file);
});

test('texts of the contract are no HTML, attributes or links that run', async () => {
  const hostile =
    '"><script>alert(1)</script> {content} $& [run](javascript:alert(1))';
  const contract = small(hostile);
  contract.info.version = hostile;
  contract.info.title = hostile;
  contract.paths['/pets'].get.summary = hostile;
  const bundle = { json: JSON.stringify(contract), yaml: '' };
  const page = (await makeSite({ bundle, sources, address })).get(
    operationPage,
  )!;
  expect(page).toContain('{content}');
  expect(page).not.toContain('<script>alert');
  expect(page).not.toContain('href="javascript:');
});

/** The files of a small contract after an edit. */
function siteOf(edit: (contract: ReturnType<typeof small>) => void) {
  const contract = small('');
  edit(contract);
  return makeSite({
    bundle: { json: JSON.stringify(contract), yaml: '' },
    sources,
    address,
  });
}

test.each([
  { name: 'a container', text: ':::note\nInner.\n:::', shown: 'Inner.' },
  {
    name: 'code without an end',
    text: 'A.\n\n~~~\n:::note\nlet a;',
    shown: 'let a;',
  },
  { name: 'code in a list', text: '1. ```js\n   :::note', shown: ':::note' },
  { name: 'a list', text: '- a\n  - inner', shown: 'inner' },
  { name: 'a comment without an end', text: '<!-- Inner', shown: 'Inner' },
  {
    name: 'HTML without an end',
    text: '<pre>\n```\n:::note',
    shown: ':::note',
  },
  {
    name: 'backticks that nothing closes',
    text: 'A `` b ` c',
    shown: 'A `` b ` c',
  },
  {
    name: 'headings',
    text: '# listPets\n\n## Pets\n\n### Pet',
    shown: '<strong>listPets</strong>',
  },
])(
  'a description with $name is a part of its pages',
  async ({ text, shown }) => {
    const files = await siteOf((contract) => {
      const { get } = contract.paths['/pets'];
      get.description = text;
      get.parameters[0]!.description = text;
      get.responses[200].description = text;
      Object.assign(contract.tags[0]!, { description: text });
      const { Pet } = contract.components.schemas;
      const items = { description: text };
      const states = { description: text, 'x-enumDescriptions': { on: text } };
      Object.assign(Pet, {
        description: text,
        properties: { names: { items }, state: states },
      });
    });
    const pages = ['index', 'operations/listPets', 'schemas/pets'];
    for (const page of pages) {
      const html = files.get(`${page}.html`)!;
      expect(html).toContain(shown);
      const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
      expect(ids).toEqual([...new Set(ids)]);
      const markdown = files.get(`${page}.md`)!;
      expect(markdown).not.toMatch(/^:{3,}(?!note)/m);
    }
    expect(files.get(operationPage)).toContain(
      '<section id="listPets.responses">',
    );
    expect(files.get('schemas/pets.html')).toContain('<section id="Pet">');
    expect(files.get('index.html')).toContain('<li id="listPets">');
  },
);

test('what looks like HTML is shown as text', async () => {
  const files = await siteOf((contract) => {
    const text = 'Set <token> of Map<Pet, number>.';
    Object.assign(contract.paths['/pets'].get, {
      summary: text,
      description: text,
    });
    contract.tags[0]!.name = 'Pets <new>';
    contract.paths['/pets'].get.tags = ['Pets <new>'];
  });
  const page = files.get(operationPage)!;
  const shown = 'Set &#x3C;token> of Map&#x3C;Pet, number>.';
  expect(page).toContain(`<h1>${shown}</h1>`);
  expect(page).toContain(`<p>${shown}</p>`);
  expect(files.get('index.html')).toContain('Pets &#x3C;new><a class="anchor"');
  expect(files.get('schemas/pets-new.html')).toContain(
    '<h1>Schemas: Pets &#x3C;new></h1>',
  );
});

test('an operation without security has that of the contract', async () => {
  const files = await siteOf((contract) => {
    Reflect.deleteProperty(contract.paths['/pets'].get, 'security');
    Object.assign(contract, { security: [{ Key: [] }, {}] });
  });
  expect(files.get('operations/listPets.md')).toContain(
    'in `Key` or no authentication',
  );
});

test('texts of a path and servers are shown', async () => {
  const variables = {
    region: { default: 'eu', enum: ['eu', 'us'], description: 'Where.' },
  };
  const files = await siteOf((contract) => {
    const servers = [
      { url: '{base}' },
      { url: 'https://{region}.example', variables },
    ];
    Object.assign(contract, { servers });
    const item = { summary: 'All pets.', description: 'Of *owners*.' };
    Object.assign(contract.paths['/pets'], item, {
      servers: [{ url: 'https://pets.example' }],
    });
  });
  const page = files.get('operations/listPets.md');
  const texts = ['All pets.', 'Of *owners*.', 'Servers of this operation:'];
  expect(page).toContain([...texts, '- `https://pets.example`'].join('\n\n'));
  expect(files.get('about.md')).toContain(
    '## Servers\n\n- `https://{region}.example`\n\n' +
      '  - `region` is `"eu"` by default, one of `"eu"`, `"us"`. Where.\n',
  );
  expect(files.get('about.md')).not.toContain('{base}');
});

test('a summary is text, and a name may have dots', async () => {
  const summary = 'List ` [pets] \\';
  const files = await siteOf((contract) => {
    Object.assign(contract.paths['/pets'].get, {
      operationId: 'pets.list',
      summary,
    });
  });
  const start = files.get('index.html')!;
  expect(start).toContain('<li id="pets.list">');
  expect(start).toContain(`<a href="operations/pets.list.html">${summary}</a>`);
  expect(files.get('operations/pets.list.md')).toContain(
    '# List \\` [pets] \\',
  );
});

test('a contract that no page can show is rejected with a JSON Pointer', async () => {
  const made = siteOf((contract) => {
    Object.assign(contract.components.schemas.Pet.properties, { name: null });
  });
  const message =
    '/components/schemas/Pet/properties/name must be a schema, is null.';
  await expect(made).rejects.toThrow(new BuildError(message));
});

test('the links of the error page hold at any depth', async () => {
  const page = (await site('')).get('404.html')!;
  const links = [...page.matchAll(/(?:href|src|data-root)="([^"]*)"/g)].map(
    ([, link]) => link!,
  );
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter((link) => !/^(\/api\/|#|data:)/.test(link))).toEqual([]);
});

test('programs call the base URL that a site is built for; the contract stays as it is', async () => {
  const usual = 'http://127.0.0.1:4010';
  const contract = { ...small(''), servers: [{ url: usual }] };
  const files = await makeSite({
    bundle: { json: JSON.stringify(contract), yaml: '' },
    sources,
    address,
    baseUrl: 'http://127.0.0.1:5010',
  });
  const paths = [...files.keys()];
  const withUsual = paths.filter((path) => files.get(path)!.includes(usual));
  expect(withUsual).toEqual(['openapi.json']);
  for (const path of ['index.html', 'index.md', 'llms.txt', operationPage])
    expect(files.get(path)).toContain('http://127.0.0.1:5010');
});

test('a build replaces the directory as a whole; a failure leaves it as it was', async () => {
  const directory = new URL('built/', folder);
  const build = (contract: string) =>
    buildDocs(new URL(contract, sources), directory, { sources, address });
  await build('openapi.json');
  writeFileSync(new URL('old.html', directory), '');
  await build('openapi.json');
  const built = readdirSync(directory, { recursive: true }).length;
  expect(readdirSync(directory)).toContain('index.html');
  expect(readdirSync(directory)).not.toContain('old.html');
  await expect(build('missing/openapi.json')).rejects.toThrow(
    /openapi\.json is missing\. Run `npm run build` to make it\.$/,
  );
  const ofFolder = build('../sources');
  await expect(ofFolder).rejects.toThrow(BuildError);
  await expect(ofFolder).rejects.toThrow(/sources cannot be read: EISDIR/);
  expect(readdirSync(directory, { recursive: true })).toHaveLength(built);
  expect(readdirSync(folder)).toEqual(['built', 'sources']);
});

test('a sample that is missing is named, with what to do', () => {
  mkdirSync(new URL('samples/pause/', folder), { recursive: true });
  expect(() => readSamples(new URL('samples/pause/', folder))).toThrow(
    /pause\/success\.request\.json is missing\. .*`npm run record` /,
  );
  writeFileSync(new URL('samples/pause/success.request.json', folder), '{');
  expect(() => readSamples(new URL('samples/pause/', folder))).toThrow(
    /pause\/success\.request\.json cannot be parsed: /,
  );
});
