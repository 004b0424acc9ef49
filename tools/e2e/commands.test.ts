/** Every command that a page or a workflow shows exists, with its options. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
interface Manifest {
  readonly name: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
}
interface Lockfile {
  readonly packages: Readonly<Record<string, Manifest>>;
}
const manifests = new Map(
  globSync(
    ['package.json', 'openapi/package.json', '{packages,tools}/*/package.json'],
    {
      cwd: root,
    },
  ).map((file) => [
    dirname(file).replaceAll('\\', '/'),
    JSON.parse(read(file)) as Manifest,
  ]),
);
const folderOf = (name: string) =>
  [...manifests].find(
    ([folder, it]) => folder === name || it.name === name,
  )?.[0];
const bins = new Set(
  [...manifests.values()].flatMap(({ bin = {} }) => Object.keys(bin)),
);

/** The programs of other packages that pages are tried with. */
const peerBins = new Set(
  Object.values(
    (JSON.parse(read('tools/e2e/peers/package-lock.json')) as Lockfile)
      .packages,
  ).flatMap(({ bin = {} }) => Object.keys(bin)),
);
const npm = /^(audit|ci|init|install|publish|sbom|view|pack|pkg|config)$/;

/** Lists the commands in blocks for a shell, in inline code, and in the steps of workflows. */
function commandsOf(text: string, isMarkdown: boolean): readonly string[] {
  const blocks = [
    ...text.matchAll(/^( *)```(?:sh|bash|shell|console)\n([^]*?)^\1```/gm),
  ];
  const inline = text
    .replaceAll(/^( *)```[^]*?^\1```/gm, '')
    .matchAll(/`([^`\n]+)`/g);
  const scripts = isMarkdown
    ? [...blocks.map(([, , it]) => it!), ...[...inline].map(([, it]) => it!)]
    : [text];
  return scripts
    .flatMap((script) =>
      script.replaceAll('\\\n', ' ').split(/\n|&&|\|\|?|;|\$\(|\)/),
    )
    .map((line) => line.replace(/^\s*(- )?(run: |test: |\$ )?(\w+=\S+ )*/, ''))
    .map((line) => line.replace(/(^| )#.*/, '').trim())
    .filter((line) => /^(npm|npx|node|\.ci\/run)( |$)/.test(line));
}

const helps: Record<string, string> = {};
const helpOf = (file: string) =>
  (helps[file] ??= execFileSync(process.execPath, [
    join(root, file),
    '--help',
  ]).toString());

/** @returns what is wrong with a command; undefined if it exists */
function diagnosticOf(command: string): string | undefined {
  const [, own = '', passed = ''] = /^(.*?)(?: -- (.*))?$/.exec(command)!;
  const [program, ...args] = own.split(/\s+/);
  const words = args.filter((arg) => !arg.startsWith('-'));
  if (program === 'node') {
    const isTool = /^(tools|packages)\//.test(words[0] ?? '');
    return isTool && !existsSync(join(root, words[0]!))
      ? `${words[0]} does not exist`
      : undefined;
  }
  const isExec = program === 'npm' && words[0] === 'exec';
  if (program === 'npx' || isExec) {
    const [written = 'node'] = isExec ? passed.split(' ') : words;
    const name = written.replace(/(?<=.)@.*/, '');
    const isBin = bins.has(name) || peerBins.has(name);
    const exists = isBin || existsSync(join(root, 'node_modules/.bin', name));
    return exists ? undefined : `there is no program ${name}`;
  }
  if (program !== 'npm' || npm.test(words[0] ?? 'ci')) return undefined;
  const script = words[0] === 'run' ? words[1]! : words[0]!;
  const named = [...own.matchAll(/(?:-w|--workspace)[ =](\S+)/g)].map(
    ([, name]) => name!,
  );
  for (const name of named.length > 0 ? named : ['.']) {
    const folder = folderOf(name);
    if (folder === undefined) return `there is no workspace ${name}`;
    const text = manifests.get(folder)!.scripts?.[script];
    if (text === undefined)
      return `${folder}/package.json has no script ${script}`;
    const [, file] = /node (\S+\.[jt]s)$/.exec(text) ?? [];
    const options = passed.match(/(?<=^| )--[a-z][a-z-]*/g) ?? [];
    if (file === undefined || options.length === 0) continue;
    const help = helpOf(join(folder, file));
    const unknown = options.find(
      (option) => !new RegExp(`${option}(?![\\w-])`).test(help),
    );
    if (unknown) return `the help of ${script} does not list ${unknown}`;
  }
  return undefined;
}

const list = [
  'ls-files',
  '-co',
  '--exclude-standard',
  '*.md',
  '.github/workflows/*.yml',
];
const pages = execFileSync('git', list, { cwd: root, encoding: 'utf8' });
const isPage = (file: string) =>
  file !== '' &&
  existsSync(join(root, file)) &&
  !/\/results\/|^\.changeset\/(?!README)|CHANGELOG/.test(file);

test.each(pages.split('\n').filter(isPage))('%s', (file) => {
  const commands = commandsOf(read(file), file.endsWith('.md'));
  const wrong = commands.map((command) => [command, diagnosticOf(command)]);
  expect(wrong.filter(([, diagnostic]) => diagnostic !== undefined)).toEqual(
    [],
  );
});

test('commands are found in blocks, inline, and in workflows', () => {
  const page =
    'Run `npm test`.\n\n```sh\nA=1 npm run a && npm run b # c\n```\n```ts\nnpm run c\n```\n';
  expect(commandsOf(page, true)).toEqual([
    'npm run a',
    'npm run b',
    'npm test',
  ]);
  const workflow = '  - run: npm ci\n  - run: |\n      x=$(npm run d)\n';
  expect(commandsOf(workflow, false)).toEqual(['npm ci', 'npm run d']);
});

test.each([
  ['npm run nothing', 'package.json has no script nothing'],
  ['npm tset', 'package.json has no script tset'],
  ['npm test -w tools/nowhere', 'there is no workspace tools/nowhere'],
  [
    'npm run nothing --workspace=openapi',
    'openapi/package.json has no script nothing',
  ],
  [
    'npm run release -- --nonsense',
    'the help of release does not list --nonsense',
  ],
  [
    'npm exec --no -- no-such-program --port 1',
    'there is no program no-such-program',
  ],
  ['node tools/nothing.ts', 'tools/nothing.ts does not exist'],
])('%s is reported', (command, message) => {
  expect(diagnosticOf(command)).toContain(message);
});

/** Runs a program with a Node that says that it is an older one, and returns what the program writes. */
function runWithOldNode(file: string, args: readonly string[]) {
  const version =
    "Object.defineProperty(process.versions, 'node', { value: '20.20.2' })";
  const versions = `Object.defineProperty(process, 'versions', { value: { ...process.versions } });`;
  const preload = `data:text/javascript,${encodeURIComponent(`${versions}${version}`)}`;
  const command = ['--import', preload, join(root, file), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const published = [...manifests].flatMap(([folder, { bin = {} }]) =>
  Object.entries(bin).map(([name, file]) => ({
    name,
    file: join(folder, file),
  })),
);

test.each(published)(
  'with an old Node, $name says so in one sentence',
  ({ name, file }) => {
    const stderr = `${name} needs Node.js 22.12 or newer, this is 20.20.2.\n`;
    for (const args of [['--help'], ['--version'], [], ['--nonsense']]) {
      expect(runWithOldNode(file, args)).toEqual({
        status: 2,
        stdout: '',
        stderr,
      });
    }
  },
);

const check = 'tools/shared/check-environment.js';

test('with an old Node, the scripts of the repository say so in one sentence', () => {
  const { status, stdout, stderr } = runWithOldNode(check, []);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(
    /^Node\.js [\d.]+ or newer is required, this is 20\.20\.2\. .*\n$/,
  );
});

const { scripts: ownScripts = {} } = manifests.get('.')!;

test.each(Object.keys(ownScripts))(
  'the script %s checks the version of Node first',
  (name) => {
    const first = ownScripts[`pre${name}`] ?? ownScripts[name];
    expect(first).toMatch(/^node tools\/shared\/check-environment\.js( &&|$)/);
  },
);
