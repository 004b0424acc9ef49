import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What `npm publish` sends, as far as it matters here. */
interface Publication {
  readonly name: string;
  readonly versions: Readonly<Record<string, { readonly dist: { readonly integrity: string } }>>;
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>;
}

/** An npm registry on this machine. */
export interface TestRegistry {
  readonly address: string;
  /** The hashes of the tarballs by `name@version`, in the order of publishing. */
  readonly published: Map<string, string>;
  /** Makes every request of a method fail with a status and the key that was sent. */
  fail(method: 'GET' | 'PUT', status: number): void;
  close(): Promise<void>;
}

/** @param token without which nothing can be published */
export async function startRegistry(token: string): Promise<TestRegistry> {
  const published = new Map<string, string>();
  const failures = new Map<string | undefined, number>();

  function packument(name: string): readonly [number, object] {
    const versions = [...published].flatMap(([id, integrity]) => {
      const [, version] = id.split(`${name}@`);
      return version === undefined ? [] : [{ name, version, dist: { integrity } }];
    });
    const latest = versions.at(-1)?.version;
    if (latest === undefined) return [404, { error: 'not found' }];
    const byVersion = Object.fromEntries(versions.map((it) => [it.version, it]));
    return [200, { name, 'dist-tags': { latest }, versions: byVersion }];
  }

  function publish({ name, versions, _attachments }: Publication): readonly [number, object] {
    const [[version, { dist }] = ['', { dist: { integrity: '' } }]] = Object.entries(versions);
    const [{ data } = { data: '' }] = Object.values(_attachments);
    const hash = createHash('sha512').update(Buffer.from(data, 'base64')).digest('base64');
    if (dist.integrity !== `sha512-${hash}`) return [400, { error: 'another tarball' }];
    published.set(`${name}@${version}`, dist.integrity);
    return [201, { ok: true }];
  }

  const server = createServer(async (request, response) => {
    const key = request.headers.authorization ?? '';
    const failure = failures.get(request.method);
    const [status, body] = failure
      ? [failure, { error: `not with ${key}` }]
      : request.method === 'GET'
        ? packument(decodeURIComponent(request.url!.slice(1)))
        : key === `Bearer ${token}`
          ? publish(JSON.parse(await text(request)) as Publication)
          : [401, { error: 'not logged in' }];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    published,
    fail: (method, status) => failures.set(method, status),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
