import { posix } from 'node:path';
import type { Command } from './command.ts';
import type { Repository } from './repository.ts';

/** What npm does by itself, without a script. */
const npmCommands = new Set(['ci', 'init', 'install', 'publish', 'run', 'start', 'test']);

/** Scripts whose first word is a command of theirs. */
const withCommands = new Set(['new', 'release']);

/**
 * What is wrong with a command: a script, workspace, program, file or option that is not there.
 *
 * @param page the page that the command stands on, which may make files of its own
 * @returns undefined if nothing is
 */
export function complaintAbout(
  { place, words: [program = '', ...args] }: Command,
  repository: Repository,
  page: string,
): string | undefined {
  const wrong =
    program === 'npm'
      ? wrongOfNpm(args, repository)
      : program === 'npx'
        ? wrongOfNpx(args, repository)
        : program === 'node'
          ? wrongOfNode(args, repository, posix.dirname(place), page)
          : ['redocly', 'spectral'].includes(program)
            ? wrongOfNpx([program], repository)
            : program.startsWith('.') && !repository.hasFile(program)
              ? `there is no file ${program}`
              : undefined;
  return wrong && `${place}: ${[program, ...args].join(' ')}: ${wrong}`;
}

function wrongOfNpm(args: readonly string[], repository: Repository): string | undefined {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const [own, passed] = [args.slice(0, end), args.slice(end + 1)];
  const [command = '', name] = own;
  if (!npmCommands.has(command)) return `npm has no command ${command}`;
  if (!['run', 'start', 'test'].includes(command)) return undefined;
  const script = command === 'run' ? (name ?? '') : command;
  for (const folder of workspacesOf(own)) {
    const found = repository.workspace(folder);
    if (found === undefined) return `there is no workspace ${folder}`;
    const text = repository.script(found, script);
    if (text === undefined) return `${found}/package.json has no script ${script}`;
    const wrong = wrongOfPassed(script, text, found, passed, repository);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function workspacesOf(args: readonly string[]): readonly string[] {
  const named = args.flatMap((arg, index) => {
    if (arg === '-w' || arg === '--workspace') return args[index + 1] ?? '';
    return arg.startsWith('--workspace=') ? arg.slice('--workspace='.length) : [];
  });
  return named.length > 0 ? named : ['.'];
}

function wrongOfPassed(
  script: string,
  text: string,
  folder: string,
  passed: readonly string[],
  repository: Repository,
): string | undefined {
  if (text.startsWith('vitest')) {
    const words = passed.filter((word) => !word.startsWith('-'));
    const files = repository.testFiles(folder);
    const unknown = words.find((word) => !files.some((file) => file.includes(word)));
    return unknown && `no file of tests in ${folder} has ${unknown} in its name`;
  }
  const file = /node (\S+\.[jt]s)$/.exec(text)?.[1];
  if (file === undefined || passed.length === 0) return undefined;
  const help = repository.help(posix.join(folder, file));
  const told = (word: string) => new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(help);
  const options = passed.filter((word) => word.startsWith('-')).map((word) => word.split('=')[0]!);
  const commands = withCommands.has(script) ? passed.slice(0, 1) : [];
  const unknown = [...options, ...commands].find((word) => !told(word));
  return unknown && `its help does not tell of ${unknown}`;
}

function wrongOfNpx(args: readonly string[], repository: Repository): string | undefined {
  const name = args.find((arg) => !arg.startsWith('-'))?.replace(/(?<=.)@.*$/, '');
  return name === undefined || repository.hasProgram(name) || name === 'node'
    ? undefined
    : `no package that is installed has a program ${name}`;
}

function wrongOfNode(
  args: readonly string[],
  repository: Repository,
  folder: string,
  page: string,
): string | undefined {
  const file = args.find((arg) => !arg.startsWith('-'));
  if (file === undefined || args[0] === '-e' || args[0] === '-p') return undefined;
  const isThere = [file, posix.join(folder, file)].some((path) => repository.hasFile(path));
  const isMade = page.split(file).length > 2;
  return isThere || isMade ? undefined : `there is no file ${file}`;
}
