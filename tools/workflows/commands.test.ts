/**
 * The commands that pages and workflows mention are there, with their options. The programs of
 * `@agent-conversation/mock` and `@agent-conversation/conformance` are asked for help as they are built.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Command } from './commands/command.ts';
import { complaintAbout } from './commands/complaint.ts';
import { commandsOfMarkdown } from './commands/of-markdown.ts';
import { commandsOfWorkflow } from './commands/of-workflow.ts';
import { repositoryAt } from './commands/repository.ts';
import { simpleCommands } from './commands/words.ts';
import { root } from './files/read-workflows.ts';

const repository = repositoryAt(root);
const pages = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '*.md', '.github/workflows/*.yml'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => file !== '' && !file.includes('/results/') && !file.startsWith('.changeset/'));

/** Spoken of as what not to do. */
const asides = ['node file.ts'];

test.each(pages)('%s', (file) => {
  const text = readFileSync(`${root}${file}`, 'utf8');
  const commands = (file.endsWith('.md') ? commandsOfMarkdown : commandsOfWorkflow)(file, text);
  const complaints = commands
    .filter(({ words }) => !asides.includes(words.join(' ')))
    .map((command) => complaintAbout(command, repository, text));
  expect(complaints.filter((it) => it !== undefined)).toEqual([]);
});

test('commands are found in blocks, in lines, and in steps', () => {
  const page =
    'Run `npm test`.\n\n```sh\nA=1 npm run a && npm run b # c\n```\n\n```ts\nnpm run c\n```\n';
  const workflow =
    'jobs:\n  a:\n    steps:\n      - run: |\n          npm ci\n          npm run d\n';
  expect([...commandsOfMarkdown('a.md', page), ...commandsOfWorkflow('b.yml', workflow)]).toEqual<
    Command[]
  >([
    { place: 'a.md:1', words: ['npm', 'test'] },
    { place: 'a.md:3', words: ['npm', 'run', 'a'] },
    { place: 'a.md:3', words: ['npm', 'run', 'b'] },
    { place: 'b.yml:4', words: ['npm', 'ci'] },
    { place: 'b.yml:4', words: ['npm', 'run', 'd'] },
  ]);
});

test.each([
  { given: 'a "b c" \'d;e\' f\\ g', want: [['a', 'b c', 'd;e', 'f\\ g']] },
  { given: 'a | b; c & d || e', want: [['a'], ['b'], ['c'], ['d'], ['e']] },
  { given: 'a > b 2>&1 < c d', want: [['a', 'd']] },
  { given: 'X=1 a \\\n  b', want: [['a', 'b']] },
  { given: '# nothing', want: [] },
  { given: 'X=1', want: [] },
  { given: 'a $(b c) d; e', want: [['a', 'd'], ['b', 'c'], ['e']] },
  { given: 'X=$(a "b c")\nd', want: [['a', 'b c'], ['d']] },
  { given: 'X=$(a $(b) c)', want: [['a', 'c'], ['b']] },
  {
    given: 'a "$(b c)" d',
    want: [
      ['a', '$(b c)', 'd'],
      ['b', 'c'],
    ],
  },
  { given: '(a && b); $c', want: [['a'], ['b'], ['$c']] },
])('the commands of $given', ({ given, want }) => {
  expect(simpleCommands(given)).toEqual(want);
});

test.each([
  { given: 'npm run nothing', want: 'package.json has no script nothing' },
  { given: 'npm tset', want: 'npm has no command tset' },
  { given: 'npm test -w tools/nowhere', want: 'there is no workspace tools/nowhere' },
  { given: 'npm run anchors -w packages/client', want: 'has no script anchors' },
  { given: 'npm test --workspace=openapi -- nothing', want: 'no file of tests in openapi' },
  { given: 'npm run drift -- --slow', want: 'its help does not tell of --slow' },
  { given: 'npm run release -- nonsense', want: 'its help does not tell of nonsense' },
  { given: 'npx nothing', want: 'has a program nothing' },
  { given: 'npx @nobody/nothing', want: 'has a program @nobody/nothing' },
  { given: 'node tools/nothing.ts', want: 'there is no file tools/nothing.ts' },
  { given: './nothing', want: 'there is no file ./nothing' },
])('$given: $want', ({ given, want }) => {
  const [words = []] = simpleCommands(given);
  const complaint = complaintAbout({ place: 'a.md:1', words }, repository, given);
  expect(complaint).toContain(want);
});
