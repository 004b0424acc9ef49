/** Bills of materials, by `npm sbom`. */
import { hash } from 'node:crypto';
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Workspace } from './packages.ts';
import { run } from './run.ts';

/** CycloneDX 1.5, as npm writes it. */
interface Bom {
  readonly metadata: object;
  readonly components: readonly { readonly 'bom-ref': string }[];
  readonly dependencies: readonly {
    readonly ref: string;
    readonly dependsOn: readonly string[];
  }[];
}

type Lock = {
  packages: Record<string, { version?: string; hasInstallScript?: boolean }>;
};

const withoutDev = (key: string, value: { readonly dev?: boolean } | null) =>
  key === 'devDependencies' || value?.dev ? undefined : value;

/**
 * Makes the bill of materials of each package: what it installs, and the hash of its tarball. It has neither serial
 * number nor time, so the same package has the same one. A dependency with an install script has a diagnostic.
 */
export async function makeSboms(
  root: string,
  packages: readonly Workspace[],
  tarballs: readonly string[],
): Promise<
  readonly { readonly text: string; readonly diagnostics: readonly string[] }[]
> {
  const lock = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  ) as Lock;
  const bom = await npmSbom(lock, packages);
  const scripts = Object.entries(lock.packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(
      ([path, { version }]) =>
        `${path.split('node_modules/').at(-1)}@${version}`,
    );
  return packages.map((workspace, index) => {
    const { name, folder } = workspace;
    const ref = `${name}@${workspace.version}`;
    const refs = dependenciesOf(ref, bom);
    const self = bom.components.find(
      (component) => component['bom-ref'] === ref,
    );
    const content = hash('sha512', readFileSync(tarballs[index]!), 'hex');
    const component = { ...self, name, hashes: [{ alg: 'SHA-512', content }] };
    const ofPackage = {
      ...bom,
      serialNumber: undefined,
      metadata: { ...bom.metadata, timestamp: undefined, component },
      components: bom.components.filter(
        (it) => it !== self && refs.has(it['bom-ref']),
      ),
      dependencies: bom.dependencies.filter((dependency) =>
        refs.has(dependency.ref),
      ),
    };
    const diagnostics = scripts
      .filter((script) => refs.has(script) && !isSilenced(script, workspace))
      .map(
        (script) =>
          `${folder}/package.json#/dependencies: ${script} has an install script`,
      );
    return { text: `${JSON.stringify(ofPackage, null, 2)}\n`, diagnostics };
  });
}

/** Returns a component with all that it depends on, directly or not. */
function dependenciesOf(
  component: string,
  { dependencies }: Bom,
): ReadonlySet<string> {
  const refs = new Set([component]);
  // A set yields what is added to it while it is read.
  for (const ref of refs) {
    const direct =
      dependencies.find((dependency) => dependency.ref === ref)?.dependsOn ??
      [];
    for (const name of direct) refs.add(name);
  }
  return refs;
}

/** @scarf/scarf reports installations, unless a package that brings it says otherwise. */
function isSilenced(script: string, { scarfSettings }: Workspace): boolean {
  return script.startsWith('@scarf/scarf@') && scarfSettings?.enabled === false;
}

/** Runs npm on a lockfile of its own: `--omit dev` would also leave out what is not only for development. */
async function npmSbom(
  lock: Lock,
  packages: readonly Workspace[],
): Promise<Bom> {
  const dependencies = Object.fromEntries(
    packages.map(({ name, version }) => [name, version]),
  );
  const project = { name: 'packages', version: '0.0.0', dependencies };
  const own = Object.fromEntries(packages.map((it) => [it.folder, it]));
  const locked = {
    ...lock,
    packages: { ...lock.packages, ...own, '': project },
  };
  using folder = mkdtempDisposableSync(join(tmpdir(), 'sbom-'));
  writeFileSync(join(folder.path, 'package.json'), JSON.stringify(project));
  writeFileSync(
    join(folder.path, 'package-lock.json'),
    JSON.stringify(locked, withoutDev),
  );
  const options = ['--sbom-format', 'cyclonedx', '--package-lock-only'];
  return JSON.parse(await run(folder.path, 'npm', ['sbom', ...options])) as Bom;
}
