import { readFileSync } from 'node:fs';

/** The name of a package that the repository has installed, with its version. */
export function installed(name: string): string {
  const file = new URL(`../../../node_modules/${name}/package.json`, import.meta.url);
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return `${name} ${version}`;
}
