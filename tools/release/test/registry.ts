/** A registry of npm on this machine: verdaccio. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runServer } from 'verdaccio';

/** What the registry has of a version of a package. */
export interface Publication {
  readonly integrity: string;
  /** When it was published, in ISO 8601. */
  readonly time: string;
}

export interface TestRegistry {
  readonly address: string;
  /** The file that configures npm to use it, as somebody who may publish or as somebody who may not. */
  readonly npmrc: Readonly<Record<'publisher' | 'reader', string>>;
  /** The keys in these files. */
  readonly keys: readonly string[];
  /** Looks up a package, without npm. */
  readonly publicationOf: (
    name: string,
    version: string,
  ) => Promise<Publication | undefined>;
  readonly close: () => Promise<void>;
}

/**
 * Starts a registry without packages.
 *
 * @param uplink where the packages of others come from; without it, there are none
 */
export async function startRegistry(uplink?: string): Promise<TestRegistry> {
  const folder = mkdtempSync(join(tmpdir(), 'registry-'));
  const server = (await runServer(configurationOf(folder, uplink))) as Server;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const address = `http://${host}/`;

  async function npmrcOf(user: string) {
    const key = await signUp(address, user);
    const file = join(folder, `${user}.npmrc`);
    writeFileSync(file, `registry=${address}\n//${host}/:_authToken=${key}\n`);
    return { key, file };
  }

  const [publisher, reader] = [
    await npmrcOf('publisher'),
    await npmrcOf('reader'),
  ];
  return {
    address,
    npmrc: { publisher: publisher.file, reader: reader.file },
    keys: [publisher.key, reader.key],
    publicationOf: (name, version) => publicationOf(address, name, version),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      rmSync(folder, { recursive: true });
    },
  };
}

function configurationOf(folder: string, uplink: string | undefined) {
  const ours = { access: '$all', publish: 'publisher' };
  const others = { access: '$all', proxy: 'npm' };
  return {
    configPath: join(folder, 'config.yaml'),
    storage: join(folder, 'storage'),
    auth: {
      htpasswd: {
        file: join(folder, 'htpasswd'),
        algorithm: 'bcrypt',
        rounds: 1,
      },
    },
    ...(uplink !== undefined && { uplinks: { npm: { url: uplink } } }),
    packages: {
      '@agent-conversation/*': ours,
      ...(uplink !== undefined && { '**': others }),
    },
    web: { enable: false },
    log: { type: 'stdout', format: 'pretty', level: 'fatal' },
  };
}

/** Adds a user, as `npm adduser` does. Returns the key. */
async function signUp(address: string, name: string): Promise<string> {
  const response = await fetch(`${address}-/user/org.couchdb.user:${name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, password: 'of the test' }),
  });
  const { token } = (await response.json()) as { readonly token: string };
  return token;
}

async function publicationOf(
  address: string,
  name: string,
  version: string,
): Promise<Publication | undefined> {
  const response = await fetch(`${address}${name.replace('/', '%2f')}`);
  if (response.status === 404) return undefined;
  const { versions, time } = (await response.json()) as {
    readonly versions: Readonly<Record<string, { readonly dist: Publication }>>;
    readonly time: Readonly<Record<string, string>>;
  };
  const found = versions[version];
  return found && { integrity: found.dist.integrity, time: time[version]! };
}
