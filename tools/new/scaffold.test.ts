import { execFileSync } from 'node:child_process';
import { appendFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, resolveConfig } from 'prettier';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { run } from './cli/run.ts';
import { writeAll } from './files/write-all.ts';
import { filesOf, makeSmallCopy } from './testing/small-copy.ts';

let copy: string;
beforeEach(() => {
  copy = makeSmallCopy();
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(copy, { recursive: true, force: true });
});

const date = '2026-12-24';

/** Runs the program with a command line, whose words are separated by blanks, and with more of them. */
async function scaffold(line: string, ...more: string[]) {
  const told = { out: '', err: '' };
  const code = await run([...line.split(' '), ...more], copy, date, {
    out: (text) => (told.out += text),
    err: (text) => (told.err += text),
  });
  return { code, ...told };
}

const sandbox = '/api/v1/sandboxes/{sandbox_id}';
const deleteSandbox = `operation --id deleteSandbox --method DELETE --path ${sandbox}`;
const sandboxes = 'openapi/paths/v1/sandboxes.yaml';
const get = (options: string) => `operation --method GET ${options}`;

test.each([
  ['nothing', '--id a', 'What is new must be "operation", and nothing is asked'],
  ['another thing', 'schema', 'What is new must be "operation", not "schema"'],
  ['an unknown option', 'operation --ids x', "Unknown option '--ids'"],
  [
    'an option without a value',
    'operation --id --method GET',
    "Option '--id' argument is ambiguous",
  ],
  ['no id', get(`--path ${sandbox}`), '--id is missing'],
  [
    'an id without a noun',
    get(`--id delete --path ${sandbox}`),
    "--id must be a verb and a noun, such as getSandbox, not 'delete'",
  ],
  [
    'an unknown method',
    `operation --id getSandbox --method GTE --path ${sandbox}`,
    "--method must be one of get, put, post, patch, delete, not 'gte'; is get meant?",
  ],
  [
    'a legacy path',
    get('--id getThing --path /api/things'),
    "--path must begin with /api/v1/, as the legacy generation does not grow, not '/api/things'",
  ],
  [
    'a path that is not under /api',
    get('--id getThing --path /v1/things'),
    "--path must be such as /api/v1/sandboxes/{sandbox_id}: words in kebab-case, and ids in braces that end in _id, not '/v1/things'",
  ],
  [
    'an id that is taken',
    `operation --id pauseSandbox --method DELETE --path ${sandbox}`,
    '--id pauseSandbox is taken by pauseSandbox (POST /api/v1/sandboxes/{sandbox_id}/pause)',
  ],
  [
    'a method that is taken at the path',
    'operation --id makeSandbox --method POST --path /api/v1/sandboxes',
    '--method POST is taken at /api/v1/sandboxes by startSandbox',
  ],
  [
    'a method of the client that is taken',
    'operation --id pauseThing --method PUT --path /api/v1/sandboxes/things',
    '--id pauseThing would make client.sandboxes.pause, which pauseSandbox (POST /api/v1/sandboxes/{sandbox_id}/pause) makes: take another verb',
  ],
  [
    'another name of the same parameter',
    'operation --id stopSandbox --method DELETE --path /api/v1/sandboxes/{box_id}/pause',
    '--path /api/v1/sandboxes/{box_id}/pause is the same as that of pauseSandbox (POST /api/v1/sandboxes/{sandbox_id}/pause): use its names',
  ],
  [
    'a parameter twice',
    get('--id getThing --path /api/v1/things/{thing_id}/parts/{thing_id}'),
    '--path must have {thing_id} once',
  ],
  [
    'a path that could be another one',
    get('--id getThing --path /api/v1/sandboxes/things/{thing_id}'),
    '--path does not fit. Paths should resolve unambiguously. Found two ambiguous paths: `/api/v1/sandboxes/{sandbox_id}/pause` and `/api/v1/sandboxes/things/{thing_id}`.',
  ],
  [
    'a path with a method',
    get('--id getThing --path /api/v1/things/get'),
    '--path does not fit. path `/api/v1/things/get` should not contain http verb get',
  ],
  [
    'a search below an id',
    get('--id searchSandboxEvents --path /api/v1/events/{event_id}/search'),
    '--path of a search must have no parameters, as the client pages by the query alone',
  ],
  [
    'a search that changes something',
    'operation --id searchEvents --method POST --path /api/v1/events/search',
    '--id searchEvents must be a GET of several things, as all that search page alike',
  ],
  [
    'a search of one',
    get('--id searchStatus --path /api/v1/status/search'),
    '--id searchStatus must be a GET of several things, as all that search page alike',
  ],
  [
    'a noun whose schema is no object',
    get('--id getConversationTrigger --path /api/v1/triggers'),
    '--answer must name an object with members, as openapi/components/schemas/ConversationTrigger.yaml is there already, and is none',
  ],
  [
    'a summary that is no title',
    `${deleteSandbox} --summary Deletes`,
    '--summary does not fit. The summary of `deleteSandbox` must say in the imperative what it does, in at most 60 characters and without a full stop, such as `Pause a sandbox`: rewrite it.',
  ],
  [
    'an unknown schema',
    `${deleteSandbox} --answer Sandbx`,
    "--answer must be a schema of openapi/components/schemas, not 'Sandbx'; is Sandbox meant?",
  ],
  [
    'a schema that is no object',
    `${deleteSandbox} --answer SandboxStatus`,
    '--answer must be an object with members, and SandboxStatus is none',
  ],
  [
    'a body where there can be none',
    `${deleteSandbox} --body Sandbox`,
    '--body does not go with DELETE (RFC 9110, section 9.3)',
  ],
  [
    'a search without pages',
    get('--id searchEvents --path /api/v1/events/search --answer Sandbox'),
    '--answer of a search must be a page, with items and next_page_id, and Sandbox is none',
  ],
  [
    'an unknown tag',
    `${deleteSandbox} --tag Sandboxs`,
    "--tag must be a tag of V1 in openapi/openapi.yaml, not 'Sandboxs'; is 'Sandboxes' meant?",
  ],
  [
    'an unknown class of retries',
    `${deleteSandbox} --retry alwys`,
    "--retry must be one of safe, unsent, never, not 'alwys'",
  ],
])('%s is told in one line, and nothing is written', async (_, line, told) => {
  const before = filesOf(copy);
  expect(await scaffold(line)).toEqual({ code: 2, out: '', err: `${told}\n` });
  expect(filesOf(copy)).toEqual(before);
});

test('a tag of the legacy generation is refused', async () => {
  expect(await scaffold(deleteSandbox, '--tag', 'Settings (legacy)')).toEqual({
    code: 2,
    out: '',
    err:
      "--tag must be a tag of V1 in openapi/openapi.yaml, not 'Settings (legacy)'; they are " +
      'App conversations, Sandboxes, Sandbox specs\n',
  });
});

test('GET of what is safe may not be said to be otherwise', async () => {
  const { code, err } = await scaffold(get(`--id getSandbox --path ${sandbox} --retry never`));
  expect({ code, err }).toEqual({
    code: 2,
    err: '--retry of GET must be safe (RFC 9110, section 9.2.1), not never\n',
  });
});

test.each([
  [
    'a file that is not YAML',
    () => appendFileSync(join(copy, 'openapi/openapi.yaml'), '\n  ]: [\n'),
    /^openapi\/openapi\.yaml:\d+: no YAML: .+\n$/,
  ],
  [
    'a file that is gone',
    () => rmSync(join(copy, '.spectral.yaml')),
    /^\.spectral\.yaml cannot be read: is this the root of the repository\?\n$/,
  ],
  [
    'changes that git does not keep',
    () => appendFileSync(join(copy, 'openapi/decisions.md'), '\nMore.\n'),
    /^openapi\/decisions\.md has changes that git does not keep: stage or commit them first\n$/,
  ],
  [
    'a file that git does not have',
    () => git('rm', '--cached', '--quiet', 'openapi/decisions.md'),
    /^openapi\/decisions\.md has changes that git does not keep: stage or commit them first\n$/,
  ],
  ['no git', () => vi.stubEnv('PATH', copy), /^git must be on the PATH: spawnSync git ENOENT\n$/],
  [
    'a contract without tags',
    () => edit('openapi/openapi.yaml', /^tags:/m, 'labels:'),
    /^openapi\/openapi\.yaml must have \/tags\n$/,
  ],
  [
    'a path without a file',
    () => edit('openapi/openapi.yaml', /^paths:/m, 'paths:\n  /a: null'),
    /^openapi\/openapi\.yaml must have \/paths\/~1a\/\$ref\n$/,
  ],
  [
    'an operation without an id',
    () => edit(sandboxes, 'operationId:', 'id:'),
    /^openapi\/paths\/v1\/sandboxes\.yaml must have \/post\/operationId\n$/,
  ],
  [
    'a file of a path that is no YAML map',
    () => writeFileSync(join(copy, sandboxes), 'All of them.\n'),
    /^openapi\/paths\/v1\/sandboxes\.yaml must have members\n$/,
  ],
  [
    'a file of a path that nothing leads to',
    () => writeFileSync(join(copy, 'openapi/paths/v1/sandboxes/sandbox_id.yaml'), 'get:\n'),
    /^openapi\/paths\/v1\/sandboxes\/sandbox_id\.yaml is there already: move it away, or take another --id or --path\n$/,
  ],
  [
    'a file in the way',
    () => writeFileSync(join(copy, '.changeset/add-delete-sandbox.md'), ''),
    /^\.changeset\/add-delete-sandbox\.md is there already: move it away, or take another --id or --path\n$/,
  ],
])('%s is told in one line, and nothing is written', async (_, spoil, told) => {
  spoil();
  const read = () => (told.source.includes('cannot') ? {} : filesOf(copy));
  const before = read();
  expect(await scaffold(deleteSandbox)).toEqual({
    code: 2,
    out: '',
    err: expect.stringMatching(told),
  });
  expect(read()).toEqual(before);
});

test.each([
  ['a file is where a folder must be', 'package.json/a/b.md'],
  ['a folder is where a file must be', 'openapi'],
  ['a file is where a new one is first', 'openapi/paths'],
])('when %s, what was written is taken back', (_, file) => {
  writeFileSync(join(copy, 'openapi/paths.new'), 'Kept.\n');
  const state = () => [filesOf(copy), globSync('**/*', { cwd: copy }).toSorted()];
  const before = state();
  const files = [
    { file: 'openapi/decisions.md', text: 'New.\n', isNew: false },
    { file: 'a/b/c.md', text: '', isNew: true },
    { file, text: '', isNew: true },
  ];
  expect(() => writeAll(copy, files)).toThrow(/^nothing was written: E[A-Z]+: /);
  expect(state()).toEqual(before);
});

test('a dry run shows every file, and writes none', async () => {
  const before = filesOf(copy);
  const shown = await scaffold(`${deleteSandbox} --dry-run`);
  expect(filesOf(copy)).toEqual(before);
  const written = await scaffold(deleteSandbox);
  expect({ ...shown, out: '' }).toEqual({ code: 0, out: '', err: 'Nothing was written.\n' });
  for (const line of written.out.trim().split('\n')) expect(shown.out).toContain(line);
  expect(shown.out).toContain('+    $ref: ./paths/v1/sandboxes/sandbox_id.yaml');
});

test('what is there stays as it is, with its order and comments', async () => {
  edit(sandboxes, /^/, 'description: All sandboxes.\n');
  const before = filesOf(copy);
  await scaffoldStaged(deleteSandbox);
  await scaffoldStaged(get(`--id getSandbox --path ${sandbox}`));
  const after = filesOf(copy);
  for (const [file, text] of Object.entries(before)) {
    const lines = new Set(after[file]!.split('\n'));
    const gone = text.split('\n').filter((line) => !lines.has(line) && !line.includes('verbs: ['));
    expect(gone, file).toEqual([]);
  }
  const methods = Object.keys(
    parse(after['openapi/paths/v1/sandboxes/sandbox_id.yaml']!) as object,
  );
  expect(methods).toEqual(['get', 'delete']);
  const paths = Object.keys((parse(after['openapi/openapi.yaml']!) as { paths: object }).paths);
  expect(paths.indexOf(sandbox)).toBe(paths.indexOf(`${sandbox}/resume`) + 1);
});

test('a path of V1 stands among those of V1', async () => {
  await scaffold(get('--id listConversations --path /api/v1/conversations'));
  const { paths } = parse(filesOf(copy)['openapi/openapi.yaml']!) as { paths: object };
  const isV1 = Object.keys(paths).map((path) => path.startsWith('/api/v1/'));
  expect(isV1).toEqual(isV1.toSorted((a, b) => Number(b) - Number(a)));
});

test.each([
  ['updateSettings', 'PUT', '/api/v1/settings', 'Settings'],
  ['deleteSandboxes', 'DELETE', '/api/v1/sandboxes', 'Success'],
  ['getBuildStatus', 'GET', '/api/v1/builds/{build_id}/status', 'BuildStatus'],
  ['listAliases', 'GET', '/api/v1/aliases', 'AliasList of Alias'],
  ['listStatuses', 'GET', '/api/v1/statuses', 'StatusList of Status'],
  ['listSchemas', 'GET', '/api/v1/schemas', 'SchemaList of Schema'],
  // A parameter has that name: a schema may have it, too.
  ['getLimit', 'GET', '/api/v1/limit', 'Limit'],
])('%s answers what it is named for', async (id, method, path, want) => {
  expect(await scaffold(`operation --id ${id} --method ${method} --path ${path}`)).toMatchObject({
    code: 0,
  });
  const file = join(copy, `packages/conformance/statements/assumed/${id}.yaml`);
  const { answers, objects = {} } = parse(readFileSync(file, 'utf8')) as Statement;
  const items = objects[answers[200]]?.members['items'];
  expect(answers[200] + (items ? ` of ${items.replace('[]', '')}` : '')).toBe(want);
});

interface Statement {
  readonly answers: { readonly 200: string };
  readonly objects?: Readonly<
    Record<string, { readonly members: Readonly<Record<string, string>> }>
  >;
}

test('all that is written is formatted', async () => {
  await scaffold(get('--id searchEvents --path /api/v1/events/search'));
  await scaffoldStaged('operation --id createEvent --method POST --path /api/v1/events --body new');
  const options = (await resolveConfig(join(copy, 'package.json')))!;
  for (const [file, text] of Object.entries(filesOf(copy))) {
    if (!/\.(yaml|md|ts)$/.test(file) || file.startsWith('openapi/released/')) continue;
    expect(await check(text, { ...options, filepath: file }), file).toBe(true);
  }
});

test('a decision is dated, and marks what rests on it', async () => {
  await scaffold(get('--id getEvent --path /api/v1/events/{event_id}'));
  const [, entry = ''] = readFileSync(join(copy, 'openapi/decisions.md'), 'utf8').split(
    / · Get an event\n/,
  );
  expect(entry).toContain(`${date} · assumed`);
  expect(entry.match(/\]\(\S+\)/g)).toEqual([
    '](components/parameters/EventId.yaml)',
    '](components/responses/EventNotFound.yaml)',
    '](components/schemas/Event.yaml)',
    '](paths/v1/events/event_id.yaml)',
  ]);
});

test('what is named begins with its article', async () => {
  await scaffold(get('--id getEvent --path /api/v1/events/{event_id}'));
  const files = filesOf(copy);
  expect(files['openapi/components/parameters/EventId.yaml']).toContain('The id of an event.');
  expect(files['openapi/components/examples/EventUnknown.yaml']).toContain('one of an event\n');
});

test('what is asked for is taken as it is', async () => {
  await scaffold(
    `operation --id archiveSandbox --method POST --path ${sandbox}/archive --tag Sandboxes ` +
      '--answer Sandbox --body AppConversationStartRequest --retry never --summary',
    'Put a sandbox away',
  );
  const file = 'openapi/paths/v1/sandboxes/sandbox_id/archive.yaml';
  expect(parse(readFileSync(join(copy, file), 'utf8'))).toMatchObject({
    post: {
      tags: ['Sandboxes'],
      summary: 'Put a sandbox away',
      'x-retry': 'never',
      requestBody: {
        content: {
          'application/json': {
            schema: { $ref: expect.stringMatching(/AppConversationStartRequest\.yaml$/) },
          },
        },
      },
      responses: {
        200: {
          content: {
            'application/json': { schema: { $ref: expect.stringMatching(/Sandbox\.yaml$/) } },
          },
        },
        400: expect.anything(),
        401: expect.anything(),
        404: { $ref: expect.stringMatching(/SandboxNotFound\.yaml$/) },
        422: expect.anything(),
      },
    },
  });
});

test('the help tells every option', async () => {
  const { code, out } = await scaffold('--help');
  expect(code).toBe(0);
  for (const option of ['id', 'method', 'path', 'tag', 'summary', 'answer', 'body', 'retry']) {
    expect(out).toContain(`  --${option} `);
  }
});

function git(...args: string[]) {
  execFileSync('git', args, { cwd: copy });
}

/** Changes a file in one place. */
function edit(file: string, from: RegExp | string, to: string) {
  const path = join(copy, file);
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
}

async function scaffoldStaged(line: string) {
  git('add', '--all');
  expect(await scaffold(line)).toMatchObject({ code: 0 });
}
