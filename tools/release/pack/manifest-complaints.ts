import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rangeComplaints } from './range-complaints.ts';
import type { Manifest } from './manifest.ts';
import type { PublishedPackage } from './published-packages.ts';

const site = 'https://github.com/agent-conversation/agent-conversation-api';

/** Scripts that npm runs by itself: at a user's, or between what was checked and what is published. */
const scriptsOfNpm = [
  'preinstall',
  'install',
  'postinstall',
  'prepare',
  'preprepare',
  'postprepare',
  'prepublish',
  'prepublishOnly',
  'prepack',
  'postpack',
  'dependencies',
];

/** What every manifest must have, by the place in it; each tells what it wants when it does not have it. */
const demands: Readonly<
  Record<string, (manifest: Manifest, folder: string) => string | undefined>
> = {
  '/name': ({ name }, folder) => equals(name, `@agent-conversation/${folder.split('/').at(-1)}`),
  '/version': ({ version }) => fits(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, 'a version'),
  '/description': ({ description }) =>
    fits(description, /^\S.{20,}[^.\s]$/, 'a line that tells it'),
  '/keywords': ({ keywords = [] }) => when(keywords.length < 3, 'three words to find it by'),
  '/license': ({ license }) => equals(license, 'MIT'),
  '/type': ({ type }) => equals(type, 'module'),
  '/repository/type': ({ repository }) => equals(repository?.type, 'git'),
  '/repository/url': ({ repository }) => equals(repository?.url, `git+${site}.git`),
  '/repository/directory': ({ repository }, folder) => equals(repository?.directory, folder),
  '/homepage': ({ homepage }, folder) => equals(homepage, `${site}/tree/main/${folder}#readme`),
  '/bugs/url': ({ bugs }) => equals(bugs?.url, `${site}/issues`),
  '/publishConfig/access': ({ publishConfig }) => equals(publishConfig?.access, 'public'),
  '/publishConfig/provenance': ({ publishConfig }) => equals(publishConfig?.provenance, true),
  '/engines/node': ({ engines }) => fits(engines?.node, /^>=\d+(\.\d+)*$/, 'the oldest Node'),
  '/sideEffects': ({ sideEffects }) => when(sideEffects === undefined, 'what has side effects'),
  '/files': ({ files = [] }) => when(files.length === 0, 'the files that are published'),
  '/exports': ({ exports = {} }) => exportsWanted(exports),
  '/scripts': ({ scripts = {} }) => scriptsWanted(Object.keys(scripts)),
};

/**
 * Tells what a package lacks before it can be published: what its manifest must say, and its texts.
 *
 * @returns a line for each place that is not in order
 */
export function manifestComplaints(it: PublishedPackage, root: string): readonly string[] {
  const { manifest, folder } = it;
  const file = `${folder}/package.json`;
  const wanted = Object.entries(demands).flatMap(([pointer, demand]) => {
    const want = demand(manifest, folder);
    return want === undefined ? [] : [`${file}#${pointer}: must have ${want}`];
  });
  const texts = ['README.md', 'LICENSE']
    .filter((text) => !existsSync(join(root, folder, text)))
    .map((text) => `${folder}/${text}: must be there`);
  return [...wanted, ...rangeComplaints(it, root), ...texts, ...licenseComplaints(folder, root)];
}

function licenseComplaints(folder: string, root: string): readonly string[] {
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
  const own = read(join(root, folder, 'LICENSE'));
  const same = own === undefined || own === read(join(root, 'LICENSE'));
  return same ? [] : [`${folder}/LICENSE: must be the same as LICENSE`];
}

function exportsWanted(exports: NonNullable<Manifest['exports']>): string | undefined {
  if (exports['./package.json'] !== './package.json') return '"./package.json", for tools';
  for (const [path, target] of Object.entries(exports)) {
    if (typeof target === 'string') {
      if (/\.[cm]?js$/.test(target)) return `"types" before "default" for "${path}"`;
    } else if (Object.keys(target).join() !== 'types,default') {
      return `"types" and "default", in this order, for "${path}"`;
    }
  }
  return undefined;
}

function scriptsWanted(names: readonly string[]): string | undefined {
  const found = names.filter((name) => scriptsOfNpm.includes(name));
  return when(found.length > 0, `no script that npm runs by itself: ${found.join(', ')}`);
}

function equals(value: unknown, wanted: unknown): string | undefined {
  return when(value !== wanted, JSON.stringify(wanted));
}

function fits(value: string | undefined, pattern: RegExp, wanted: string): string | undefined {
  return when(value === undefined || !pattern.test(value), wanted);
}

function when(is: boolean, wanted: string): string | undefined {
  return is ? wanted : undefined;
}
