import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Manifest {
  readonly name: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
}

/** What of a repository commands can name. */
export interface Repository {
  /** The folder of a workspace, by its name or its folder; undefined if there is none. */
  workspace(name: string): string | undefined;
  /** A script of a workspace's manifest; the root is the workspace `.`. */
  script(folder: string, name: string): string | undefined;
  /** Whether a program comes with the installed packages, or is one of the workspaces'. */
  hasProgram(name: string): boolean;
  hasFile(path: string): boolean;
  /** The files of tests below a folder, from there. */
  testFiles(folder: string): readonly string[];
  /** What a program of this repository says when it is asked for help, given as `file.ts` from the root. */
  help(file: string): string;
}

/** The repository in a folder. */
export function repositoryAt(root: string): Repository {
  const helps = new Map<string, string>();
  const folders = globSync(
    ['package.json', 'openapi/package.json', '{packages,tools}/*/package.json'],
    {
      cwd: root,
    },
  ).map((file) => dirname(file).replaceAll('\\', '/'));
  const manifest = (folder: string) =>
    JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
  return {
    workspace: (name) => folders.find((it) => it === name || manifest(it).name === name),
    script: (folder, name) => manifest(folder).scripts?.[name],
    // Those of the workspaces are linked only if they were built when npm installed.
    hasProgram: (name) =>
      existsSync(join(root, 'node_modules/.bin', name)) ||
      folders.some((folder) => Object.hasOwn(manifest(folder).bin ?? {}, name)),
    hasFile: (path) => existsSync(join(root, path)),
    testFiles: (folder) =>
      globSync('**/*.test.ts', { cwd: join(root, folder), exclude: ['**/node_modules/**'] }),
    help(file) {
      const known = helps.get(file);
      if (known !== undefined) return known;
      const said = execFileSync(process.execPath, [join(root, file), '--help'], {
        cwd: root,
        encoding: 'utf8',
      });
      helps.set(file, said);
      return said;
    },
  };
}
