import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { help } from '../src/cli-options.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const known = optionsIn(help);

test('the options in the README are those that there are', () => {
  const [, section = ''] = readme.split('\n## Options\n');
  const rows = section
    .slice(0, section.indexOf('\n## '))
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|')[1]!);
  expect(optionsIn(rows.join('\n')).toSorted()).toEqual(known.toSorted());
});

const commands = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)]
  .flatMap(([, code]) => code!.replaceAll('\\\n', ' ').split('\n'))
  .filter((line) => line.includes('agent-conversation-mock'));

test.each(commands)('the options in the README exist: %s', (command) => {
  expect(known).toEqual(expect.arrayContaining(optionsIn(command)));
});

function optionsIn(text: string): string[] {
  return [...new Set(text.match(/(?<![\w-])--[a-z][a-z-]*/g))];
}
