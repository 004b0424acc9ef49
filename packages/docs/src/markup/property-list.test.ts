import { fromHtml } from 'hast-util-from-html';
import { toHtml } from 'hast-util-to-html';
import { h } from 'hastscript';
import { expect, test } from 'vitest';
import { propertiesOf } from './property-list.ts';

const options = {
  prefix: 'Sandbox',
  badgesAt: (path: string) => [h('i', path)],
  linkTo: (name: string) => (name === 'Status' ? 'there' : undefined),
};

const row = (path: string, name: string, parts: string) =>
  `<div id="x/t=response&amp;c=200&amp;path=${path}"><div><span>${name}</span>` +
  `<em>string</em><em>(Status)</em><span>required</span></div>${parts}</div>`;

function shown(html: string): string {
  return toHtml(propertiesOf(h('div', fromHtml(html, { fragment: true }).children), options));
}

const text =
  '<div><div data-markdown>Its state.</div></div><div><span>Default:</span><span>A</span></div>';
const nested = (inner: string) =>
  `<div data-schema-nested-open="true"><button>-</button><div><div>${inner}</div></div></div>`;

test.each([
  ['an id', '<li class="property" id="Sandbox.status">'],
  ['its type with a link', '<a class="property-type" href="there">Status</a>'],
  ['remarks and badges', '<span class="property-remark">required</span><i>status</i>'],
  ['its description', '<div class="property-text">Its state.</div>'],
  ['facts', '<p class="property-fact">Default: <code>A</code></p>'],
  ['nested properties', '<summary>Properties of <code>status</code></summary>'],
  ['an id of nested ones', 'id="Sandbox.status.property-name"'],
  ['a name of map values', '<code class="property-name">property name</code>'],
])('a property has %s', (_, want) => {
  const inner = row('status/property name*', 'property name*', '');
  expect(shown(row('status', 'status', text + nested(inner)))).toContain(want);
});

test.each([
  ['a part without a known form', '<div><b>New</b></div>'],
  ['a label without a value', '<div><span>Default:</span></div>'],
  ['another kind of table', '<div data-component-name="Markdown/Markdown"><p>No table</p></div>'],
])('rejects %s, so that nothing is lost', (_, part) => {
  expect(() => shown(row('status', 'status', part))).toThrow(/^Redoc renders ".*" in a form/);
});
