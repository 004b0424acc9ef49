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
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { newCommand } from './main.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'new-'));
  const fixture = new URL('fixtures/repository', import.meta.url);
  cpSync(fixture, root, { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const yaml = (file: string): unknown => parse(read(file));

/** Runs the command with words that are separated by blanks; those of `summary` follow. */
async function run(line: string, summary = 'Call it') {
  let [out, err] = ['', ''];
  const io = {
    out: (text: string) => (out += text),
    err: (text: string) => (err += text),
  };
  const words = [...line.split(' '), '--summary', summary];
  const code = await runCommand(newCommand(root, '2026-12-24'), words, io);
  return { code, out, err };
}

/** Runs the command, which must succeed. */
async function write(line: string) {
  expect(await run(line)).toMatchObject({ code: 0 });
}

function allFiles(): Record<string, string> {
  const pattern = '{**/*.*,.changeset/*,.spectral.yaml}';
  const files = globSync(pattern, { cwd: root }).toSorted();
  return Object.fromEntries(files.map((file) => [file, read(file)]));
}

const boat = '/api/v1/boats/{boat_id}';
const getBoat = `getBoat GET ${boat} --response Boat`;

test.each([
  {
    line: 'getBoat --response Boat',
    message: "Missing required argument 'method'",
  },
  {
    line: `getBoat GTE ${boat} --response Boat`,
    message: "'GTE' is invalid for argument 'method'. Allowed choices are GET",
  },
  {
    line: `${getBoat} --lists`,
    message: "Unknown option '--lists', did you mean '--list'",
  },
  {
    line: `getBoat GET ${boat}`,
    message: "Required option '--response <SCHEMA>' not specified",
  },
  {
    line: `delete DELETE ${boat} --response Success`,
    message: 'delete must be a verb and a noun in camelCase',
  },
  {
    line: 'getThing GET /api/things --response Thing',
    message: '/api/things must be a path such as /api/v1/sandboxes/',
  },
  {
    line: `parkBoat PUT ${boat} --response Boat`,
    message: `parkBoat exists already: POST ${boat}/park`,
  },
  {
    line: 'makeBoat POST /api/v1/boats --response Boat',
    message: 'createBoat exists already: POST /api/v1/boats',
  },
])('rejects $line and writes nothing', async ({ line, message }) => {
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

test.each([
  {
    has: 'a new verb',
    line: `deleteBoat DELETE ${boat} --response Success`,
    summary: 'Delete a boat',
  },
  {
    has: 'a new tag, list, parameter and error',
    line: 'listReplies GET /api/v1/mail-events/{mail_event_id}/replies --response Reply --list',
    summary: 'List replies',
  },
  {
    has: 'a body',
    line: `armBoat POST ${boat}/arm --response Engine --body`,
    summary: "Arm a boat: it's war",
  },
  {
    has: 'pages',
    line: 'searchBoatNames GET /api/v1/boat-names/search --response Boat',
    summary: 'Search names of boats',
  },
])('writes an operation with $has', async ({ has, line, summary }) => {
  const before = allFiles();
  const { code, out } = await run(line, summary);
  expect(code).toBe(0);
  const after = allFiles();
  const written = Object.keys(after).filter((it) => after[it] !== before[it]);
  expect(out.trimEnd().split('\n').toSorted()).toEqual(written);
  const texts = written.map((file) => {
    const known = before[file]?.split('\n') ?? [];
    const lines = after[file]!.split('\n');
    const added = lines.filter((it) => it && !known.includes(it));
    return `${file}\n${added.map((it) => `  ${it}\n`).join('')}`;
  });
  await expect(texts.join('\n')).toMatchFileSnapshot(
    `fixtures/written/${has.replaceAll(/\W+/g, '-')}.txt`,
  );
});

test('adds a method to an existing path file in the order of lint, and keeps the rest', async () => {
  await write('deleteBoats DELETE /api/v1/boats --response Success');
  await write('listBoats GET /api/v1/boats --response Boat --list');
  const file = 'openapi/paths/v1/boats.yaml';
  expect(Object.keys(yaml(file) as object)).toEqual([
    'description',
    'get',
    'post',
    'delete',
  ]);
  expect(read(file)).toContain('All boats. # A comment that stays.');
  expect(read('openapi/openapi.yaml')).toContain('# A comment that stays.');
});

test('paths and tags stand before those of the legacy generation', async () => {
  await write('listShips GET /api/v1/ships --response Ship --list');
  const { paths, tags } = yaml('openapi/openapi.yaml') as {
    readonly paths: object;
    readonly tags: readonly { readonly name: string }[];
  };
  expect(Object.keys(paths).slice(-2)).toEqual([
    '/api/v1/ships',
    '/api/settings',
  ]);
  expect(tags.map(({ name }) => name)).toEqual([
    'Boats',
    'Ships',
    'Settings (legacy)',
  ]);
});

test('keeps files that exist', async () => {
  const file = 'openapi/components/schemas/Oar.yaml';
  writeFileSync(join(root, file), 'type: object\n');
  await write('getOar GET /api/v1/oars/{oar_id} --response Oar');
  expect(read(file)).toBe('type: object\n');
});

test('examples show what those of the same schema show', async () => {
  await write(getBoat);
  expect(yaml('openapi/components/examples/GetBoatResponse.yaml')).toEqual({
    summary: 'Call it',
    value: { id: 'boat-7', name: 'Anna' },
  });
});

test('a list, one object of it and its removal agree on the id', async () => {
  const path = '/api/v1/webhook-calls';
  const single = `${path}/{webhook_call_id}`;
  await write(`listWebhookCalls GET ${path} --response WebhookCall --list`);
  await write(`getWebhookCall GET ${single} --response WebhookCall`);
  await write(`deleteWebhookCall DELETE ${single} --response Success`);

  const id = 'webhook-call-1';
  const components = 'openapi/components';
  expect(
    yaml(`${components}/examples/ListWebhookCallsResponse.yaml`),
  ).toMatchObject({ value: { items: [{ id }] } });
  expect(
    yaml(`${components}/examples/GetWebhookCallResponse.yaml`),
  ).toMatchObject({ value: { id } });
  expect(yaml(`${components}/parameters/WebhookCallId.yaml`)).toMatchObject({
    example: id,
  });
  expect(read('openapi/samples/deleteWebhookCall/success.ts')).toContain(
    `client.webhookCalls.delete('${id}')`,
  );
  expect(read('openapi/samples/getWebhookCall/success.sh')).toContain(
    `/${id} `,
  );
});
