import { expect, test } from 'vitest';
import { blocks, fence } from '@agent-conversation/cli/markdown';
import { container } from './container.ts';
import { briefTwinOf, twinOf } from './twin.ts';

test('leaves out the lines of containers, and keeps what is in them', () => {
  const tabs = container('tab', { label: 'curl' }, 'Send it.');
  expect(
    twinOf(container('tabs', { label: 'Language', group: 'language' }, tabs)),
  ).toBe('**curl**\n\nSend it.\n');
});

test('shows the summary of what is folded', () => {
  const folded = container(
    'details',
    { label: 'Common errors: `401`', id: 'a.errors' },
    'Most.',
  );
  expect(twinOf(`Before.\n\n${folded}\n\nAfter.`)).toBe(
    'Before.\n\n**Common errors: `401`**\n\nMost.\n\nAfter.\n',
  );
});

test('leaves out an expansion as a whole, also in a list', () => {
  const inner = container('properties', { id: 'a.b' }, '- `c` *string*');
  const expansion = container('expansion', { label: 'Properties of b' }, inner);
  const indented = expansion.replaceAll(/^(?=.)/gm, '  ');
  expect(twinOf(`- \`b\` *B*\n\n${indented}\n- \`d\` *D*`)).toBe(
    '- `b` *B*\n\n- `d` *D*\n',
  );
});

test('keeps code as it is, with what looks like a container', () => {
  const code = fence('text', ':::tabs\n\n\n:::');
  expect(twinOf(container('quiet', {}, code))).toBe(`${code}\n`);
});

test('keeps code that begins in the line of a list or of a footnote', () => {
  const code =
    '1. - ```text\n     :::tabs\n     ```\n\n[^1]: ```\n    :::\n    ```';
  expect(twinOf(container('quiet', {}, code))).toBe(`${code}\n`);
});

test('a container that has containers has more colons; an empty one is nothing', () => {
  const outer = container(
    'section',
    { id: 'a' },
    container('quiet', {}, 'Text.'),
  );
  expect(outer).toBe('::::section{id="a"}\n\n:::quiet\n\nText.\n\n:::\n\n::::');
  expect(container('section', { id: 'a' }, '', container('quiet', {}))).toBe(
    '',
  );
});

test('a brief twin has the first of tabs, of folded parts the titles with an address, and of links the text', () => {
  const tabs = ['curl', 'Python'].map((label) =>
    container('tab', { label }, `With ${label}.`),
  );
  const markdown = blocks(
    container('tabs', { label: 'Language' }, ...tabs),
    container('details', { label: 'Output' }, '200'),
    container('details', { label: 'Errors: 401', id: 'a.errors' }, 'The key.'),
    container('more', {}, 'An example.'),
    fence('ts', 'calls[0](paging);'),
    container(
      'quiet',
      {},
      'See [Paging](paging.md#limit) and [HTTP](https://www.rfc-editor.org).',
    ),
  );
  expect(briefTwinOf(markdown).split('\n\n')).toEqual([
    '**curl**',
    'With curl.',
    '**Errors: 401**',
    '```ts\ncalls[0](paging);\n```',
    'See Paging and [HTTP](https://www.rfc-editor.org).\n',
  ]);
});

test('a container may hold any number of others', () => {
  const inner = ':::quiet\n\n:::\n\n'.repeat(200_000);
  expect(container('more', {}, inner).slice(0, 20)).toBe(
    '::::more\n\n:::quiet\n\n',
  );
});
