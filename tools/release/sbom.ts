/** Bills of materials, by `npm sbom`. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Workspace } from './packages.ts';
import { run } from './run.ts';

/** CycloneDX 1.5, as npm writes it. */
interface Bom {
  readonly metadata: object;
  readonly components: readonly { readonly 'bom-ref': string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}
interface Locked {
  readonly version?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
}

/**
 * Makes the bill of materials of each package: what it installs. It has neither serial number nor time, so the same
 * package has the same one.
 *
 * @param integrityOf the hash of a package's tarball, as Subresource Integrity writes it
 * @returns the texts, by the names of the packages; and a line for each package that runs a script when installed
 */
export async function makeSboms(
  root: string,
  packages: readonly Workspace[],
  integrityOf: (name: string) => string,
): Promise<{ readonly texts: ReadonlyMap<string, string>; readonly diagnostics: string[] }> {
  const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  const bom = await npmSbom(lockfile.packages, packages);
  const scripts = Object.entries(lockfile.packages).flatMap(([path, it]) =>
    it.hasInstallScript ? [`${path.split('node_modules/').at(-1)}@${it.version}`] : [],
  );
  const diagnostics: string[] = [];
  const texts = packages.map(({ name, version, folder, manifest }): [string, string] => {
    const start = `${name}@${version}`;
    const refs = new Set([start]);
    for (const ref of refs) {
      bom.dependencies.find((it) => it.ref === ref)?.dependsOn.forEach((to) => refs.add(to));
      // @scarf/scarf reports installations, unless a package that brings it says otherwise.
      const isOff = ref.startsWith('@scarf/scarf@') && manifest.scarfSettings?.enabled === false;
      if (scripts.includes(ref) && !isOff) {
        diagnostics.push(`${folder}/package.json#/dependencies: ${ref} has an install script`);
      }
    }
    const content = Buffer.from(integrityOf(name).replace('sha512-', ''), 'base64').toString('hex');
    const self = bom.components.find((it) => it['bom-ref'] === start);
    const component = { ...self, name, hashes: [{ alg: 'SHA-512', content }] };
    const own = {
      ...bom,
      serialNumber: undefined,
      metadata: { ...bom.metadata, timestamp: undefined, component },
      components: bom.components.filter((it) => it !== self && refs.has(it['bom-ref'])),
      dependencies: bom.dependencies.filter(({ ref }) => refs.has(ref)),
    };
    return [name, `${JSON.stringify(own, null, 2)}\n`];
  });
  return { texts: new Map(texts), diagnostics };
}

/**
 * Runs npm in a project of the packages without their development dependencies. In the repository itself,
 * `npm sbom --workspace … --omit dev` leaves out what is installed at the root.
 */
async function npmSbom(
  lockfile: Readonly<Record<string, Locked>>,
  packages: readonly Workspace[],
): Promise<Bom> {
  const workspaces = packages.map(({ folder }) => folder);
  const locked = Object.entries(lockfile).filter(([path, { link, resolved = '' }]) =>
    path.startsWith('node_modules/')
      ? !link || workspaces.includes(resolved)
      : workspaces.some((folder) => `${path}/`.startsWith(`${folder}/`)),
  );
  const project = { name: 'packages', version: '0.0.0', private: true, workspaces };
  const lock = { lockfileVersion: 3, packages: { '': project, ...Object.fromEntries(locked) } };
  const temporary = mkdtempSync(join(tmpdir(), 'sbom-'));
  const withoutDev = (key: string, value: unknown) =>
    /^dev(Dependencies)?$/.test(key) ? undefined : value;
  const write = (folder: string, name: string, content: object) => {
    mkdirSync(join(temporary, folder), { recursive: true });
    writeFileSync(join(temporary, folder, name), JSON.stringify(content, withoutDev));
  };
  try {
    write('', 'package.json', project);
    write('', 'package-lock.json', lock);
    for (const { folder, manifest } of packages) write(folder, 'package.json', manifest);
    const command = ['npm', 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'] as const;
    return JSON.parse(await run(temporary, 'npm made no bill of materials', command)) as Bom;
  } finally {
    rmSync(temporary, { recursive: true });
  }
}
