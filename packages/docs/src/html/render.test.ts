import type { Root } from 'hast';
import { select } from 'hast-util-select';
import { toString } from 'hast-util-to-string';
import { expect, test } from 'vitest';
import { renderMarkdown } from './render.ts';

test.each([
  {
    name: 'a diff that ends with an empty line of context',
    language: 'diff',
    code: '+a\n \n ',
  },
  {
    name: 'code that begins and ends with empty lines',
    language: 'sh',
    code: '\n  a\n\n',
  },
  { name: 'an unknown language', language: 'pets', code: '\ta <b> & c' },
])('$name is shown as it is written', ({ language, code }) => {
  const children = renderMarkdown(`\`\`\`${language}\n${code}\n\`\`\``);
  const tree: Root = { type: 'root', children };
  expect(toString(select('figure > pre > code', tree)!)).toBe(code);
});
