import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';

/** A registry of packages on this machine, for npm. */
export interface GuideRegistry {
  readonly url: string;
  readonly close: () => void;
}

/** A package in one version, as a registry tells it. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dist: { readonly tarball: string; readonly integrity?: string };
}

type Entry = Omit<Manifest, 'name' | 'dist'> & { readonly integrity: string; readonly link?: true };

/**
 * Serves the packages of tarballs, and what else the lockfile of the repository has, in the same versions. npm
 * has the content of those in its cache, by their integrity; what it has lost there, it is sent for to its own
 * registry.
 *
 * @param tarballs the folder with our packages, as npm packs them
 */
export async function serveRegistry(root: string, tarballs: string): Promise<GuideRegistry> {
  // Within a workspace, npm refuses to tell.
  const told = execFileSync('npm', ['config', 'get', 'registry'], { cwd: tarballs });
  const registry = told.toString().trim();
  const documents = new Map<string, object>();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url!.slice(1));
    const document = documents.get(path);
    if (document) response.end(JSON.stringify(document));
    else if (path.startsWith('ours/')) response.end(readFileSync(join(tarballs, path.slice(5))));
    else if (path.includes('/-/')) response.writeHead(302, { Location: registry + path }).end();
    // What npm looks for besides are optional peers, which it does without.
    else response.writeHead(404).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const manifest of [...lockedIn(root, url), ...packedIn(tarballs, url)]) {
    const { name, version } = manifest;
    const others = documents.get(name);
    documents.set(name, {
      name,
      'dist-tags': { latest: version },
      ...others,
      versions: { ...(others as { versions?: object })?.versions, [version]: manifest },
    });
  }
  return { url, close: () => server.close() };
}

/** What the lockfile has of other packages: first the versions that everybody sees. */
function lockedIn(root: string, url: string): Manifest[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Entry>>;
  };
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .toSorted(([a], [b]) => a.split('/').length - b.split('/').length)
    .map(([path, { integrity, ...entry }]) => {
      const name = path.replace(/^.*node_modules\//, '');
      const tarball = `${url}/${name}/-/${basename(name)}-${entry.version}.tgz`;
      return { ...entry, name, dist: { tarball, integrity } };
    });
}

function packedIn(folder: string, url: string): Manifest[] {
  return readdirSync(folder).map((file) => {
    const text = execFileSync('tar', ['-xzOf', join(folder, file), 'package/package.json']);
    const manifest = JSON.parse(text.toString()) as Omit<Manifest, 'dist'>;
    return { ...manifest, dist: { tarball: `${url}/ours/${file}` } };
  });
}
