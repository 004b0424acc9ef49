import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '@agent-conversation/cli';
import { upperFirst } from '@agent-conversation/contract';
import { camelCase } from 'change-case';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { newCommand } from './main.ts';
import { sampleOf } from './schemas.ts';

const folder = mkdtempSync(join(tmpdir(), 'new-'));
const pristine = join(folder, 'pristine');
const root = join(folder, 'root');
cpSync(new URL('fixtures/repository', import.meta.url), pristine, {
  recursive: true,
});

beforeEach(() => cpSync(pristine, root, { recursive: true }));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

const edit = (file: string, text: string, flag = 'a') =>
  writeFileSync(join(root, file), text, { flag });

/** Runs the command with words that are separated by blanks, and more of them. */
async function run(line: string, ...more: string[]) {
  let [out, err] = ['', ''];
  const io = {
    out: (text: string) => (out += text),
    err: (text: string) => (err += text),
  };
  const code = await runCommand(
    newCommand(root, '2026-12-24'),
    [...line.split(' '), ...more],
    io,
  );
  return { code, out, err };
}

/** Runs the command, which must succeed. */
async function write(line: string) {
  expect(await run(line)).toMatchObject({ code: 0 });
}

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const yaml = (file: string) =>
  parse(read(file)) as Record<string, Record<string, unknown>>;

function allFiles(): Record<string, string> {
  const files = globSync('{**/*.*,.changeset/*,.spectral.yaml}', {
    cwd: root,
  }).toSorted();
  return Object.fromEntries(files.map((file) => [file, read(file)]));
}

const boat = '/api/v1/boats/{boat_id}';
const get = (options: string) => `operation --method GET ${options}`;
const deleteBoat = `operation --id deleteBoat --method DELETE --path ${boat}`;

test.each([
  [
    `--id getBoat --method GET --path ${boat}`,
    "Missing required argument 'kind'",
  ],
  [
    `schema --id getBoat --method GET --path ${boat}`,
    "'schema' is invalid for argument 'kind'. Allowed choices are operation",
  ],
  [
    `${deleteBoat} --tags Boats`,
    "Unknown option '--tags', did you mean '--tag'",
  ],
  [get(`--path ${boat}`), "Required option '--id <ID>' not specified"],
  [get(`--id delete --path ${boat}`), '--id must be a verb and a noun'],
  [
    `operation --id getBoat --method GTE --path ${boat}`,
    "not 'GTE', did you mean 'GET'",
  ],
  [get('--id getThing --path /api/things'), '--path must begin with /api/v1/'],
  [get('--id getThing --path /api/v1/Things'), '--path must be kebab-case'],
  [
    `operation --id parkBoat --method PUT --path ${boat}`,
    '--id parkBoat is taken by parkBoat (POST',
  ],
  [
    'operation --id makeBoat --method POST --path /api/v1/boats',
    '--method POST is taken by createBoat',
  ],
  [
    get('--id getThemes --path /api/v1/settings/themes'),
    '--id getThemes would make client.settings.get, the method of getSettings (GET /api/settings)',
  ],
  [
    get('--id parkOar --path /api/v1/boats/oars'),
    '--id parkOar would make client.boats.park, the method',
  ],
  [
    get('--id getPark --path /api/v1/boats/{ship_id}/park'),
    `is ambiguous with ${boat}/park: use the same`,
  ],
  [
    get('--id getOar --path /api/v1/boats/oars/{oar_id}'),
    `is ambiguous with ${boat}/park`,
  ],
  [
    get('--id getOar --path /api/v1/oars/{oar_id}/{oar_id}'),
    '--path has {oar_id} more than once',
  ],
  [
    get('--id getThing --path /api/v1/widgets'),
    "must not contain the HTTP method 'get'",
  ],
  [
    get('--id searchOars --path /api/v1/oars/{oar_id}/search'),
    '--path of a search must have no',
  ],
  [
    'operation --id searchOars --method POST --path /api/v1/oars',
    'must be a GET with a plural noun',
  ],
  [
    get('--id searchOars --path /api/v1/oars --response Boat'),
    'must have items and next_page_id',
  ],
  [
    `${deleteBoat} --summary Deletes`,
    "--summary must be like 'Pause a sandbox'",
  ],
  [
    `${deleteBoat} --response Boot`,
    "--response must be a schema of openapi/components/schemas, not 'Boot', did",
  ],
  [
    `${deleteBoat} --response BoatStatus`,
    'must be an object with properties: BoatStatus is not',
  ],
  [
    get(`--id getBoatStatus --path ${boat}/status`),
    'BoatStatus.yaml exists already',
  ],
  [
    `${deleteBoat} --body Boat`,
    '--body does not go with DELETE (RFC 9110, section 9.3)',
  ],
  [
    `${deleteBoat} --tag Boat`,
    "--tag must be one of Boats, not 'Boat', did you mean 'Boats'",
  ],
  [
    `${deleteBoat} --retry alwys`,
    "'alwys' is invalid. Allowed choices are safe, unsent, never",
  ],
  [
    get(`--id getBoat --path ${boat} --retry never`),
    '--retry of GET must be safe',
  ],
])('rejects %s and writes nothing', async (line, message) => {
  const before = allFiles();
  const { code, out, err } = await run(line);
  expect({ code, out, err }).toEqual({
    code: 2,
    out: '',
    err: expect.stringContaining(message),
  });
  expect(err).toMatch(/^[^\n]+See npm run new -- --help\n$/);
  expect(allFiles()).toEqual(before);
});

test.each<{
  title: string;
  spoil: () => void;
  message: RegExp;
  option?: string;
}>([
  {
    title: 'invalid YAML',
    spoil: () => edit('openapi/openapi.yaml', '\n]: [\n'),
    message: /^openapi\/openapi\.yaml:\d+:\d+: .+\n$/,
  },
  {
    title: 'a missing file',
    spoil: () => rmSync(join(root, '.spectral.yaml')),
    message:
      /^\.spectral\.yaml cannot be read: is this the root of the repository\?\n$/,
  },
  {
    title: 'a malformed path file',
    spoil: () => edit('openapi/paths/settings.yaml', '', 'w'),
    message:
      /^openapi\/paths\/settings\.yaml is malformed: npm run lint names the line\n$/,
  },
  {
    title: 'a new file that exists',
    spoil: () => edit('openapi/paths/v1/boats/boat_id.yaml', 'get:\n'),
    message:
      /^openapi\/paths\/v1\/boats\/boat_id\.yaml exists already: move it away, or use another/,
  },
  {
    title: 'no git for a dry run',
    spoil: () => vi.stubEnv('PATH', root),
    message: /^git must be on the PATH: spawnSync git ENOENT\n$/,
    option: '--dry-run',
  },
  {
    title: 'a file instead of a folder',
    spoil: () => edit('openapi/samples', ''),
    message: /^Nothing was written: E[A-Z]+: /,
  },
])(
  'reports $title in one line and writes nothing',
  async ({ spoil, message, option }) => {
    spoil();
    const before = allFiles();
    const { code, out, err } = await run(
      deleteBoat,
      ...(option ? [option] : []),
    );
    expect({ code, out, err }).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(message),
    });
    expect(allFiles()).toEqual(before);
  },
);

const armBoat = `operation --id armBoat --method POST --path ${boat}/arm --tag Boats`;

test.each([
  ['a new verb', deleteBoat],
  [
    'a new tag, list, parameter and error',
    get('--id listReplies --path /api/v1/mail-events/{mail_event_id}/replies'),
  ],
  [
    'all options',
    `${armBoat} --response Engine --body NewBoat --retry never`,
    '--summary',
    "Arm a boat: it's war",
  ],
  [
    'pages',
    get('--id searchShips --path /api/v1/ships/search --response BoatPage'),
  ],
])(
  'writes what a dry run shows for an operation with %s',
  async (title, line, ...more) => {
    const before = allFiles();
    const shown = await run(`${line} --dry-run`, ...more);
    expect(shown).toMatchObject({ code: 0, err: 'Nothing was written.\n' });
    await expect(shown.out).toMatchFileSnapshot(
      `fixtures/${title.replaceAll(/\W+/g, '-')}.diff`,
    );
    expect(allFiles()).toEqual(before);
    const { out } = await run(line, ...more);
    const files = [...out.matchAll(/^(?:new|changed) {2}(.+)$/gm)].map(
      ([, file]) => file!,
    );
    const after = allFiles();
    expect(files.toSorted()).toEqual(
      Object.keys(after).filter((it) => after[it] !== before[it]),
    );
    for (const file of files) expect(shown.out).toContain(`  ${file}\n`);
  },
);

test('adds a method to an existing path file in the order of lint, and keeps the rest', async () => {
  await write(
    'operation --id deleteBoats --method delete --path /api/v1/boats',
  );
  await write('operation --id getBoats --method get --path /api/v1/boats');
  const file = 'openapi/paths/v1/boats.yaml';
  expect(Object.keys(yaml(file))).toEqual([
    'description',
    'get',
    'post',
    'delete',
  ]);
  expect(read(file)).toContain('All boats. # A comment that stays.');
});

test.each([
  {
    id: 'updateBoat',
    method: 'PUT',
    path: boat,
    schemas: 'UpdateBoatRequest Boat',
  },
  {
    id: 'getBoat',
    method: 'GET',
    path: boat,
    schemas: 'Boat',
  },
  {
    id: 'listBoats',
    method: 'GET',
    path: '/api/v1/boats',
    schemas: 'BoatList',
  },
  {
    id: 'searchEngines',
    method: 'GET',
    path: '/api/v1/engines/search',
    schemas: 'EnginePage',
  },
  {
    id: 'listAliases',
    method: 'GET',
    path: '/api/v1/aliases',
    schemas: 'AliasList',
  },
  {
    id: 'getBuildStatus',
    method: 'GET',
    path: '/api/v1/builds/{build_id}/status',
    schemas: 'BuildStatus',
  },
  {
    id: 'listPeople',
    method: 'GET',
    path: '/api/v1/people',
    schemas: 'PersonList',
  },
  {
    id: 'listCaches',
    method: 'GET',
    path: '/api/v1/caches',
    schemas: 'CacheList',
  },
])(
  '$id has the schemas that its name suggests',
  async ({ id, method, path, schemas }) => {
    await write(`operation --id ${id} --method ${method} --path ${path}`);
    const text = read(
      `openapi/paths${path.slice(4).replaceAll(/[{}]/g, '')}.yaml`,
    );
    const operation = text.slice(text.indexOf(`operationId: ${id}`));
    const names = [...operation.matchAll(/schemas\/(\w+)\.yaml/g)].map(
      ([, name]) => name!,
    );
    expect(names.slice(0, schemas.split(' ').length).join(' ')).toBe(schemas);
  },
);

/** A resource with a list, one object of it and its removal, each at its path. */
const resources = [
  {
    singular: 'WebhookDelivery',
    plural: 'WebhookDeliveries',
    path: '/api/v1/webhook-deliveries',
    parameter: 'delivery_id',
    id: 'webhook-delivery-1',
    call: 'client.webhookDeliveries',
  },
  {
    singular: 'Anchor',
    plural: 'Anchors',
    path: '/api/v1/anchors',
    parameter: 'anchor_id',
    id: 'anchor-1',
    call: 'client.anchors',
  },
  {
    singular: 'Attachment',
    plural: 'Attachments',
    path: '/api/v1/boats/{boat_id}/attachments',
    parameter: 'attachment_id',
    id: 'attachment-1',
    call: 'client.attachments',
  },
] as const;
const orders = ['list get delete', 'get delete list', 'delete list get'];

test.each(
  resources.flatMap((resource) =>
    orders.map((order) => ({ ...resource, order })),
  ),
)('$order of $path agree on the id', async ({ order, ...resource }) => {
  const { singular, plural, path, parameter, id, call } = resource;
  const single = `${path}/{${parameter}}`;
  const commands: Record<string, string> = {
    list: `operation --id list${plural} --method GET --path ${path}`,
    get: `operation --id get${singular} --method GET --path ${single}`,
    delete: `operation --id delete${singular} --method DELETE --path ${single}`,
  };
  for (const verb of order.split(' ')) await write(commands[verb]!);

  const components = 'openapi/components';
  const list = yaml(`${components}/examples/List${plural}Response.yaml`);
  expect(list).toMatchObject({ value: { items: [{ id }] } });
  expect(
    yaml(`${components}/examples/Get${singular}Response.yaml`),
  ).toMatchObject({
    value: { id },
  });
  const component = upperFirst(camelCase(parameter));
  expect(yaml(`${components}/parameters/${component}.yaml`)).toMatchObject({
    example: id,
  });
  for (const verb of ['get', 'delete']) {
    expect(read(`openapi/samples/${verb}${singular}/success.ts`)).toContain(
      `${call}.${verb}(`,
    );
    expect(read(`openapi/samples/${verb}${singular}/success.sh`)).toContain(
      `/${id} `,
    );
  }
});

test('an id of an object that examples show is the example of its parameter', async () => {
  edit(
    'openapi/components/parameters/BoatId.yaml',
    read('openapi/components/parameters/BoatId.yaml').replace('path', 'query'),
    'w',
  );
  await write(`operation --id getBoat --method GET --path ${boat}`);
  expect(yaml('openapi/components/parameters/BoatIdInPath.yaml')).toMatchObject(
    {
      name: 'boat_id',
      in: 'path',
      example: 'boat-7',
    },
  );
  expect(read('openapi/paths/v1/boats/boat_id.yaml')).toContain(
    'parameters/BoatIdInPath.yaml',
  );
});

test.each([
  ['getUser', 'Get a user'],
  ['getHour', 'Get an hour'],
  ['getUnit', 'Get a unit'],
  ['getEvent', 'Get an event'],
])('%s has the summary %j', async (id, summary) => {
  const { out } = await run(
    `operation --id ${id} --method GET --path /api/v1/things --dry-run`,
  );
  expect(out).toContain(`+  summary: ${summary}\n`);
});

test('a path stands after those that begin as it does', async () => {
  await write(`operation --id listOars --method GET --path ${boat}/oars`);
  await write('operation --id listShips --method GET --path /api/v1/ships');
  await write(
    `operation --id getOar --method GET --path ${boat}/oars/{oar_id}`,
  );
  expect(Object.keys(yaml('openapi/openapi.yaml')['paths']!)).toEqual([
    '/api/v1/boats',
    '/api/v1/boats/search',
    `${boat}/park`,
    `${boat}/oars`,
    `${boat}/oars/{oar_id}`,
    '/api/v1/ships',
    '/api/settings',
  ]);
});

test.each([
  [{ const: 'a' }, 'a'],
  [{ enum: [2, 3] }, 2],
  [{ type: 'integer', minimum: 5 }, 5],
  [{ type: ['null', 'string'] }, null],
  [{ type: 'string', format: 'date-time' }, '2026-01-31T12:00:00Z'],
])('samples %j', (schema, sample) => {
  expect(sampleOf(schema)).toEqual(sample);
});
