import { expect, test } from 'vitest';
import { prose, proseWithHeadings } from './prose.ts';

/** Lines of Markdown. */
const lines = (...texts: readonly string[]) => texts.join('\n');

test.each([
  {
    name: 'text',
    text: 'A `Pet`\n\n- *old*\n  - [new](#new)',
    shown: undefined,
  },
  { name: 'fenced code', text: '```js title\nlet a;\n```', shown: undefined },
  { name: 'code with colons', text: '```\n:::note\n```', shown: undefined },
  { name: 'an escaped backtick', text: 'A \\` and \\:::', shown: undefined },
  {
    name: 'containers',
    text: ':::note\nA.\n:::',
    shown: '\\:::note\nA.\n\\:::',
  },
  { name: 'directives', text: 'A.\n::limits', shown: 'A.\n\\::limits' },
  {
    name: 'containers in lists and quotations',
    text: '- :::note\n\n> A.\n> :::',
    shown: '- \\:::note\n\n> A.\n> \\:::',
  },
  { name: 'colons in a code span', text: '`a\n:::note`', shown: '`a :::note`' },
  { name: 'a backtick that nothing closes', text: 'a ` b', shown: 'a \\` b' },
  {
    name: 'code without an end',
    text: 'A.\n\n```js\nlet a;',
    shown: 'A.\n\n```js\nlet a;\n```',
  },
  {
    name: 'code in a list without an end',
    text: '- A.\n\n  ~~~\n  :::note',
    shown: '- A.\n\n  ```\n  :::note\n  ```',
  },
  {
    name: 'code in tildes',
    text: '~~~js `a`\n```\n~~~',
    shown: '````js &#96;a&#96;\n```\n````',
  },
  {
    name: 'indented code',
    text: 'A.\n\n    :::note\n',
    shown: 'A.\n\n```\n:::note\n```\n',
  },
  {
    name: 'code in a quotation',
    text: '> ```\n> a',
    shown: '> ```\n> a\n> ```',
  },
  {
    name: 'a comment without an end',
    text: '<!-- A.',
    shown: '```html\n<!-- A.\n```',
  },
  {
    name: 'HTML',
    text: '<p>\n:::note\n</p>',
    shown: '```html\n<p>\n:::note\n</p>\n```',
  },
  {
    name: 'HTML in a sentence',
    text: 'A <b>new</b> pet',
    shown: 'A \\<b>new\\</b> pet',
  },
  {
    name: 'a placeholder',
    text: 'GET /<pet-id> is a `List<Pet>`',
    shown: 'GET /\\<pet-id> is a `List<Pet>`',
  },
  {
    name: 'Markdown in a tag',
    text: 'A <b a="*c* _d_ e_f &amp; `g">',
    shown: 'A \\<b a="\\*c\\* \\_d\\_ e_f \\&amp; \\`g">',
  },
  {
    name: 'an image of another host',
    text: 'A ![*new* pet](https://pets.example/a.png "Pet")',
    shown: 'A [*new* pet](https://pets.example/a.png "Pet")',
  },
  {
    name: 'an image without a text',
    text: '![](https://pets.example/a.png)',
    shown: '<https://pets.example/a.png>',
  },
  {
    name: 'an image beside the contract',
    text: 'A ![new_ <pet>](a.png)',
    shown: 'A new\\_ \\<pet>',
  },
  {
    name: 'an image in a link',
    text: '[![A](https://a.example/b)](#c)',
    shown: '[A](#c)',
  },
  {
    name: 'an image by reference',
    text: '![A][b]\n\n[b]: https://a.example',
    shown: '[A][b]\n\n[b]: https://a.example',
  },
  {
    name: 'an image in place',
    text: '![A](data:image/png;base64,AA==)',
    shown: undefined,
  },
  { name: 'colons in a tag', text: 'A <b\n:::note>', shown: 'A \\<b :::note>' },
])('$name is a part of a page', ({ text, shown = text }) => {
  expect(prose(text)).toBe(shown);
  expect(proseWithHeadings(text)).toBe(shown);
  expect(prose(shown)).toBe(shown);
});

test('headings are bold, except on a page that consists of them', () => {
  const text = lines(
    'A.',
    '## Pets',
    'B.',
    '',
    'C',
    '===',
    '',
    '> ### D #',
    '',
    '- # E',
    '',
    '#',
  );
  const bold = lines(
    'A.',
    '',
    '**Pets**',
    '',
    'B.',
    '',
    '',
    '**C**',
    '',
    '',
    '> ',
    '> **D**',
    '> ',
  );
  expect(prose(text)).toContain(bold);
  expect(prose(text)).toContain('- **E**');
  expect(proseWithHeadings(text)).toBe(text);
});
