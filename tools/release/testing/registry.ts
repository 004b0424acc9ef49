import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What `npm publish` sends, as far as it matters here. */
interface Publication {
  readonly name: string;
  readonly versions: Readonly<Record<string, { readonly dist: { readonly integrity: string } }>>;
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>;
}

/** A registry on this machine that keeps what npm publishes and tells what it has. */
export interface TestRegistry {
  readonly address: string;
  /** What it has, in order: `name@version`, with the hash of the tarball. */
  readonly published: Map<string, string>;
  /** Answers requests of this method with this status and the key that was sent, from now on. */
  refuse(method: 'GET' | 'PUT', status: number): void;
  close(): Promise<void>;
}

/** @param token without which nothing can be published */
export async function startRegistry(token: string): Promise<TestRegistry> {
  const published = new Map<string, string>();
  const refusals = new Map<string | undefined, number>();

  const listener: RequestListener = async (request, response) => {
    const [status, body] = await answer(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  async function answer(request: IncomingMessage): Promise<readonly [number, object]> {
    const key = request.headers.authorization ?? '';
    const refusal = refusals.get(request.method);
    if (refusal !== undefined) return [refusal, { error: `not with ${key}` }];
    const name = decodeURIComponent(request.url!.slice(1));
    if (request.method === 'GET') return packument(name);
    if (key !== `Bearer ${token}`) return [401, { error: 'who are you?' }];
    return keep(JSON.parse(await text(request)) as Publication);
  }
  function packument(name: string): readonly [number, object] {
    const own = [...published].filter(([id]) => id.startsWith(`${name}@`));
    const versions = own.map(([id, integrity]) => {
      const version = id.slice(name.length + 1);
      return [version, { name, version, dist: { integrity } }] as const;
    });
    if (versions.length === 0) return [404, { error: 'not found' }];
    const latest = versions.at(-1)![0];
    return [200, { name, 'dist-tags': { latest }, versions: Object.fromEntries(versions) }];
  }
  function keep({ name, versions, _attachments }: Publication): readonly [number, object] {
    const [[version, { dist }]] = Object.entries(versions) as [
      [string, Publication['versions'][string]],
    ];
    const [{ data }] = Object.values(_attachments) as [{ data: string }];
    const hash = createHash('sha512').update(Buffer.from(data, 'base64')).digest('base64');
    if (dist.integrity !== `sha512-${hash}`) return [400, { error: 'another tarball' }];
    if (published.has(`${name}@${version}`)) return [409, { error: 'there already' }];
    published.set(`${name}@${version}`, dist.integrity);
    return [201, { ok: true }];
  }

  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    published,
    refuse: (method, status) => refusals.set(method, status),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
