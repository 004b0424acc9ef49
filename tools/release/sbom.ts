/** Bills of materials, by `npm sbom`. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Workspace } from './packages.ts';
import { run } from './run.ts';

/** CycloneDX 1.5, as npm writes it. */
interface Bom {
  readonly serialNumber?: string;
  readonly metadata: { readonly timestamp?: string; readonly component?: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}
interface Component {
  readonly 'bom-ref': string;
  readonly hashes?: readonly object[];
}
interface Locked {
  readonly version?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dev?: boolean;
  readonly devDependencies?: object;
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
  const { bom, scripts } = await npmSbom(root, packages);
  const diagnostics: string[] = [];
  const texts = packages.map(({ name, version, folder, manifest }): [string, string] => {
    const start = `${name}@${version}`;
    const refs = new Set([start]);
    for (const ref of refs) {
      for (const it of bom.dependencies)
        if (it.ref === ref) it.dependsOn.forEach((to) => refs.add(to));
      // @scarf/scarf reports installations, unless a package that brings it says otherwise.
      const isOff = ref.startsWith('@scarf/scarf@') && manifest.scarfSettings?.enabled === false;
      if (scripts.has(ref) && !isOff) {
        diagnostics.push(`${folder}/package.json#/dependencies: ${ref} has an install script`);
      }
    }
    const components = bom.components.filter(
      (it) => refs.has(it['bom-ref']) && it['bom-ref'] !== start,
    );
    const hash = Buffer.from(integrityOf(name).replace('sha512-', ''), 'base64').toString('hex');
    const self = bom.components.find((it) => it['bom-ref'] === start)!;
    const component = { ...self, name, hashes: [{ alg: 'SHA-512', content: hash }] };
    const { serialNumber: _, ...rest } = bom;
    const { timestamp: __, ...metadata } = bom.metadata;
    const dependencies = bom.dependencies.filter(({ ref }) => refs.has(ref));
    const own = { ...rest, metadata: { ...metadata, component }, components, dependencies };
    return [name, `${JSON.stringify(own, null, 2)}\n`];
  });
  return { texts: new Map(texts), diagnostics };
}

/**
 * Runs npm in a project of the packages without their development dependencies. In the repository itself,
 * `npm sbom --workspace … --omit dev` leaves out what is installed at the root.
 */
async function npmSbom(root: string, packages: readonly Workspace[]) {
  const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  const folders = packages.map(({ folder }) => folder);
  const locked = Object.entries(lockfile.packages).filter(([path, { link, resolved = '' }]) =>
    path.startsWith('node_modules/')
      ? !link || folders.includes(resolved)
      : folders.some((folder) => `${path}/`.startsWith(`${folder}/`)),
  );
  const scripts = new Set(
    locked.flatMap(([path, { version, hasInstallScript }]) =>
      hasInstallScript ? [`${path.split('node_modules/').at(-1)}@${version}`] : [],
    ),
  );
  const project = { name: 'packages', version: '0.0.0', private: true, workspaces: folders };
  const temporary = mkdtempSync(join(tmpdir(), 'sbom-'));
  try {
    const write = (file: string, content: object) =>
      writeFileSync(join(temporary, file), JSON.stringify(content));
    const entries = locked.map(([path, { devDependencies: _, dev: __, ...rest }]) => [path, rest]);
    write('package.json', project);
    write('package-lock.json', {
      ...lockfile,
      packages: { '': project, ...(Object.fromEntries(entries) as object) },
    });
    for (const { folder, manifest } of packages) {
      mkdirSync(join(temporary, folder), { recursive: true });
      write(join(folder, 'package.json'), { ...manifest, devDependencies: {} });
    }
    const command = ['npm', 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'] as const;
    const text = await run(temporary, 'npm made no bill of materials', command);
    return { bom: JSON.parse(text) as Bom, scripts };
  } finally {
    rmSync(temporary, { recursive: true });
  }
}
