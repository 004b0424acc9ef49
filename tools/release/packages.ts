/** The published packages, and what publint and attw do not check in their manifests. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package.json, as far as it is read here. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly files?: readonly string[];
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly scarfSettings?: { readonly enabled?: boolean };
}

/** A workspace. */
export interface Workspace {
  readonly name: string;
  readonly version: string;
  /** Relative to the root of the repository, with `/`. */
  readonly folder: string;
  readonly manifest: Manifest;
}

function workspaces(root: string): readonly Workspace[] {
  const files = globSync(['openapi/package.json', '{packages,tools}/*/package.json'], {
    cwd: root,
  });
  return files.toSorted().map((file) => {
    const manifest = JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest;
    const folder = file.replaceAll('\\', '/').replace('/package.json', '');
    return { name: manifest.name, version: manifest.version, folder, manifest };
  });
}

/** Finds the workspaces that are not private, each after those that it depends on: the order to publish them in. */
export function publishedPackages(root: string): readonly Workspace[] {
  const published = workspaces(root).filter(({ manifest }) => manifest.private !== true);
  const order = new Set<Workspace>();
  const add = (it: Workspace): void => {
    const names = Object.keys(it.manifest.dependencies ?? {});
    published.filter(({ name }) => names.includes(name)).forEach(add);
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
  const { manifest, folder, version } = it;
  const wanted = {
    name: `@agent-conversation/${folder.split('/').at(-1)}`,
    license: 'MIT',
    'repository url': `git+${site}.git`,
    'repository directory': folder,
    homepage: `${site}/tree/main/${folder}#readme`,
    'bugs url': `${site}/issues`,
    'publishConfig access': 'public',
  };
  const valueAt = (path: string) =>
    path
      .split(' ')
      .reduce<unknown>((at, key) => (at as Readonly<Record<string, unknown>>)?.[key], manifest);
  const wrong = Object.entries(wanted)
    .filter(([path, value]) => valueAt(path) !== value)
    .map(([path, value]) => `/${path.replace(' ', '/')}: must be "${value}"`);
  const lacking = ['description', 'keywords', 'engines node', 'sideEffects']
    .filter((path) => valueAt(path) === undefined)
    .map((path) => `/${path.replace(' ', '/')}: must be declared`);
  const scripts = Object.keys(manifest.scripts ?? {}).filter((name) => lifecycle.test(name));
  const inManifest = [
    ...wrong,
    ...lacking,
    ...scripts.map((name) => `/scripts/${name}: npm runs it by itself. Rename it`),
    ...rangeDiagnostics(manifest, workspaces(root)),
  ];
  const read = (file: string) =>
    existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined;
  const must = (isRight: boolean, message: string) => (isRight ? [] : [`${folder}/${message}`]);
  const changelog = read(`${folder}/CHANGELOG.md`);
  return [
    ...inManifest.map((message) => `${folder}/package.json#${message}`),
    ...must(read(`${folder}/README.md`) !== undefined, 'README.md: is missing'),
    ...must(read(`${folder}/LICENSE`) === read('LICENSE'), 'LICENSE: must be the same as LICENSE'),
    ...must(changelog?.includes(`\n## ${version}\n`) === true, `CHANGELOG.md: lacks ${version}`),
    ...(manifest.files ?? ['dist'])
      .filter((file) => file[0] !== '!')
      .flatMap((file) =>
        must(existsSync(join(root, folder, file)), `${file}: is missing. Run npm run build`),
      ),
  ];
}

/** Users get the versions that were tested: our packages as `^` and their version, others pinned. */
function rangeDiagnostics(manifest: Manifest, all: readonly Workspace[]): readonly string[] {
  const kinds = ['dependencies', 'optionalDependencies', 'peerDependencies'] as const;
  return kinds.flatMap((kind) => {
    const ranges = (manifest as { readonly [key in typeof kind]?: Manifest['dependencies'] })[kind];
    return Object.entries(ranges ?? {}).flatMap(([name, range]) => {
      const own = all.find((it) => it.name === name)?.manifest;
      const at = `/${kind}/${name.replace('/', '~1')}`;
      if (own?.private) return [`${at}: is private, so nobody could install it`];
      const isRight = own ? range === `^${own.version}` : /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(range);
      return isRight ? [] : [`${at}: must be ${own ? `"^${own.version}"` : 'one exact version'}`];
    });
  });
}
