/** The published packages, and what publint and attw do not check in their manifests. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { getPackagesSync, type Package } from '@manypkg/get-packages';

/** A workspace: its package.json, as far as it is read here, and where that is. */
export interface Workspace extends Readonly<Package['packageJson']> {
  /** Relative to the root of the repository, with `/`. */
  readonly folder: string;
  readonly files?: readonly string[];
  readonly scripts?: Readonly<Record<string, string>>;
  readonly scarfSettings?: { readonly enabled?: boolean };
}

function workspaces(root: string): readonly Workspace[] {
  return getPackagesSync(root).packages.map(({ relativeDir, packageJson }) => ({
    ...packageJson,
    folder: relativeDir.replaceAll('\\', '/'),
  }));
}

/** Finds the workspaces that are not private, each after those that it depends on: the order to publish them in. */
export function publishedPackages(root: string): readonly Workspace[] {
  const published = workspaces(root).filter((it) => it.private !== true);
  const order = new Set<Workspace>();
  const add = (it: Workspace): void => {
    published.filter(({ name }) => it.dependencies?.[name] !== undefined).forEach(add);
    order.add(it);
  };
  published.forEach(add);
  return [...order];
}

const site = 'https://github.com/agent-conversation/agent-conversation-api';
/** Scripts that npm runs by itself, when a user installs or between the checks and publishing. */
const lifecycle =
  /^((pre|post)?(install|prepare|publish)|(pre|post)pack|prepublishOnly|dependencies)$/;

/** @returns one line for each problem of a package: location and what to do */
export function manifestDiagnostics(it: Workspace, root: string): readonly string[] {
  const { folder, version } = it;
  const fields: Readonly<Record<string, unknown>> = { ...it };
  const wanted = {
    name: `@agent-conversation/${folder.split('/').at(-1)}`,
    license: 'MIT',
    repository: { type: 'git', url: `git+${site}.git`, directory: folder },
    homepage: `${site}/tree/main/${folder}#readme`,
    bugs: { url: `${site}/issues` },
    publishConfig: { access: 'public' },
  };
  const inManifest = [
    ...Object.entries(wanted)
      .filter(([key, value]) => !isDeepStrictEqual(fields[key], value))
      .map(([key, value]) => `/${key}: must be ${JSON.stringify(value)}`),
    ...['description', 'keywords', 'engines', 'sideEffects']
      .filter((key) => fields[key] === undefined)
      .map((key) => `/${key}: must be declared`),
    ...Object.keys(it.scripts ?? {})
      .filter((name) => lifecycle.test(name))
      .map((name) => `/scripts/${name}: npm runs it by itself. Rename it`),
    ...rangeDiagnostics(it, workspaces(root)),
  ];
  const read = (file: string) =>
    existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
  const hasChanges = read(`${folder}/CHANGELOG.md`).includes(`\n## ${version}\n`);
  const isLicensed = read(`${folder}/LICENSE`) === read('LICENSE');
  return [
    ...inManifest.map((message) => `${folder}/package.json#${message}`),
    ...(isLicensed ? [] : [`${folder}/LICENSE: must be the same as LICENSE`]),
    ...(hasChanges ? [] : [`${folder}/CHANGELOG.md: lacks ${version}`]),
    ...['README.md', ...(it.files ?? ['dist'])]
      .filter((file) => file[0] !== '!' && !existsSync(join(root, folder, file)))
      .map((file) => `${folder}/${file}: is missing. Run npm run build`),
  ];
}

/** Users get the versions that were tested: our packages as `^` and their version, others pinned. */
function rangeDiagnostics(it: Workspace, all: readonly Workspace[]): readonly string[] {
  const kinds = ['dependencies', 'optionalDependencies', 'peerDependencies'] as const;
  return kinds.flatMap((kind) =>
    Object.entries(it[kind] ?? {}).flatMap(([name, range]) => {
      const own = all.find((each) => each.name === name);
      const at = `/${kind}/${name.replace('/', '~1')}`;
      if (own?.private) return [`${at}: is private, so nobody could install it`];
      const isRight = own ? range === `^${own.version}` : /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(range);
      return isRight ? [] : [`${at}: must be ${own ? `"^${own.version}"` : 'one exact version'}`];
    }),
  );
}
