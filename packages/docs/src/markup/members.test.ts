import { fromHtml } from 'hast-util-from-html';
import { toHtml } from 'hast-util-to-html';
import { h } from 'hastscript';
import { expect, test } from 'vitest';
import { membersOf } from './members.ts';

const options = {
  prefix: 'Sandbox',
  marks: (path: string) => [h('i', path)],
  linkTo: (name: string) => (name === 'Status' ? 'there' : undefined),
};

const row = (path: string, name: string, parts: string) =>
  `<div id="x/t=response&amp;c=200&amp;path=${path}"><div><span>${name}</span>` +
  `<em>string</em><em>(Status)</em><span>required</span></div>${parts}</div>`;

function shown(html: string): string {
  return toHtml(membersOf(h('div', fromHtml(html, { fragment: true }).children), options));
}

test('a member has an id, its type with a link, and what is said of it', () => {
  const html = shown(
    row(
      'status',
      'status',
      '<div><div data-markdown>Its state.</div></div><div><span>Default:</span><span>A</span></div>',
    ),
  );
  expect(html).toContain('<li class="member" id="Sandbox.status">');
  expect(html).toContain('<a class="member-type" href="there">Status</a>');
  expect(html).toContain('<span class="member-remark">required</span><i>status</i>');
  expect(html).toContain('<div class="member-text">Its state.</div>');
  expect(html).toContain('<p class="member-fact">Default: <code>A</code></p>');
});

test('deeper members can be opened, and the values of a map have a name', () => {
  const inner = row('env/property name*', 'property name*', '');
  const html = shown(
    row(
      'env',
      'env',
      `<div data-schema-nested-open="true"><button>-</button><div><div>${inner}</div></div></div>`,
    ),
  );
  expect(html).toContain('<details class="nested"><summary>Members of <code>env</code></summary>');
  expect(html).toContain('id="Sandbox.env.property-name"');
  expect(html).toContain('<code class="member-name">property name</code>');
});

test.each([
  ['a part without a known form', '<div><b>New</b></div>'],
  ['a label without a value', '<div><span>Default:</span></div>'],
  ['another kind of table', '<div data-component-name="Markdown/Markdown"><p>No table</p></div>'],
])('%s is refused, so that nothing is lost', (_, part) => {
  expect(() => shown(row('status', 'status', part))).toThrow(/^Redoc renders ".*" in a form/);
});
