/**
 * No file shows a command that downloads a package by a name that nobody has published: whoever takes the name decides
 * what readers run. Our packages are installed from tarballs, and run by `npm exec --no`, which never downloads.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const thisFile = relative(root, import.meta.filename).replaceAll('\\', '/');

/** Our packages that the registry has: those of the first release, once it is published. */
const published: readonly string[] = [];

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly link?: boolean }>>;
}

/** What `npm ci` downloads by these names is in the registry. */
const thirdParties = [
  'package-lock.json',
  'tools/e2e/peers/package-lock.json',
].flatMap((path) => {
  const { packages } = JSON.parse(
    readFileSync(join(root, path), 'utf8'),
  ) as Lockfile;
  const downloaded = Object.entries(packages).filter(
    ([folder, { link }]) => folder.startsWith('node_modules/') && !link,
  );
  return downloaded.map(([folder]) => folder.slice('node_modules/'.length));
});
const known = new Set([...thirdParties, ...published]);

const runs = String.raw`npx|npm (?:exec|x)|pnpx|pnpm (?:dlx|exec)|yarn dlx|bunx|bun x`;
const installs = String.raw`npm (?:install|i|add)|pnpm (?:add|install|i)|yarn add|bun (?:add|install|i)`;
const creates = String.raw`npm (?:create|init)|pnpm create|yarn create|bun create`;
const command = new RegExp(
  String.raw`\b(?:(${runs})|(${installs})|(${creates})) ([^\n\`'"|;&#)]+)`,
  'g',
);
const address =
  /(?:npmjs\.com\/package|unpkg\.com|cdn\.jsdelivr\.net\/npm|esm\.sh|\bnpm:)\/?((?:@[\w.-]+\/)?[a-z][\w.-]*)/g;

/** A package by its name, maybe with a version; no option, path, variable or placeholder. */
const named = /^((?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*)(?:@[\w.^~-]*)?$/;

/** Lists the packages that the commands and addresses in a text would take from the registry. */
function downloadsOf(text: string): readonly string[] {
  const joined = text
    .replaceAll('\\\n', ' ')
    .replaceAll('--package=', '--package ');
  const byCommand = [...joined.matchAll(command)].flatMap(
    ([, runner, installer, creator, rest]) => {
      const [own = '', after = ''] = rest!.split(/(?:^| )-- /);
      const options = own.split(' ').filter((word) => word.startsWith('-'));
      const words = `${own} ${after}`
        .split(/\s+/)
        .flatMap((word) => named.exec(word)?.[1] ?? []);
      if (installer !== undefined) return words;
      if (creator !== undefined)
        return words.slice(0, 1).map((word) => `create-${word}`);
      const neverDownloads = runner !== undefined && options.includes('--no');
      return neverDownloads ? [] : words.slice(0, 1);
    },
  );
  const byAddress = [...text.matchAll(address)].map(([, name]) => name!);
  return [...byCommand, ...byAddress];
}

/** Lists the packages that a text would download, and that the registry does not have. */
const unknownOf = (text: string) =>
  downloadsOf(text).filter((name) => !known.has(name));

test('no file downloads what nobody has published', () => {
  const list = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], {
    cwd: root,
  });
  const files = list
    .toString()
    .split('\0')
    .filter(
      (file) =>
        file !== '' && file !== thisFile && !file.endsWith('package-lock.json'),
    )
    .filter((file) =>
      statSync(join(root, file), { throwIfNoEntry: false })?.isFile(),
    );
  const unknown = files.flatMap((file) =>
    unknownOf(readFileSync(join(root, file), 'utf8')).map(
      (name) => `${file}: ${name}`,
    ),
  );
  expect(files).toContain('packages/docs/src/browser/send.ts');
  expect(files).toContain('packages/conformance/action.yml');
  expect(unknown).toEqual([]);
});

test.each([
  ['npx agent-conversation-mock --port 4010', 'agent-conversation-mock'],
  [
    'A=1 npx --yes @agent-conversation/mock@0.1.0 x',
    '@agent-conversation/mock',
  ],
  [
    'npx -p @agent-conversation/mock agent-conversation-mock',
    '@agent-conversation/mock',
  ],
  ['npx --package=@agent-conversation/mock x', '@agent-conversation/mock'],
  ['npm exec -- agent-conversation-mock --no', 'agent-conversation-mock'],
  ['npm x agent-conversation-mock', 'agent-conversation-mock'],
  ['pnpm dlx agent-conversation-mock', 'agent-conversation-mock'],
  ['`bunx agent-conversation-mock`', 'agent-conversation-mock'],
  ["run('npx', x); return `npx redocly respect`;", 'redocly'],
  [
    'npm install -D vitest \\\n  @agent-conversation/client',
    '@agent-conversation/client',
  ],
  ['yarn add @agent-conversation/client', '@agent-conversation/client'],
  ['npm create agent-conversation', 'create-agent-conversation'],
  ['npm init agent-conversation', 'create-agent-conversation'],
  [
    'https://www.npmjs.com/package/@agent-conversation/mock',
    '@agent-conversation/mock',
  ],
  [
    'https://esm.sh/@agent-conversation/client@0.1.0',
    '@agent-conversation/client',
  ],
  ["import 'npm:@agent-conversation/client'", '@agent-conversation/client'],
])('%s is reported', (text, name) => {
  expect(unknownOf(text)).toEqual([name]);
});

test.each([
  'npm exec --no -- agent-conversation-mock --port 4010',
  'node_modules/.bin/agent-conversation-mock --port 4010',
  'npm install -D ../agent-conversation-packages/agent-conversation-{client,types}-*.tgz vitest',
  'npm install --save-dev @stoplight/prism-http@5 @stoplight/prism-core@5',
  'npm init --yes --init-type=module',
  'npx vitest run x.test.ts',
  'npx turbo run test --filter=@agent-conversation/mock',
  '"node22": "npm:vitest@5"',
])('%s is accepted', (text) => {
  expect(unknownOf(text)).toEqual([]);
});
