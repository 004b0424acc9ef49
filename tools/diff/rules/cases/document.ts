import type { Case } from './case.ts';

/** What holds for the whole document. */
export const documentCases: readonly Case[] = [
  { name: 'nothing', edit: {}, want: [] },
  { name: 'only the version', edit: { '/info/version': '0.2.0' }, want: [] },
  {
    name: 'another minor version of OpenAPI',
    edit: { '/openapi': '3.1.0' },
    want: ['specification-patched editorial'],
  },
  {
    name: 'another dialect',
    edit: { '/jsonSchemaDialect': 'https://spec.openapis.org/oas/3.1/dialect/base' },
    want: ['specification-changed sender+receiver'],
  },
  { name: 'another title', edit: { '/info/title': 'Stuff' }, want: ['info-changed editorial'] },
  {
    name: 'groups of tags',
    edit: { '/x-tagGroups': [{ name: 'All', tags: ['Things'] }] },
    want: ['info-changed editorial'],
  },
  {
    name: 'what no rule knows',
    edit: { '/webhooks': {} },
    want: ['unclassified-change sender+receiver'],
  },
  {
    name: 'an extension that nobody knows',
    edit: { '/x-note': 1 },
    want: ['unknown-extension-changed editorial'],
  },
  {
    name: 'a server more',
    edit: { '/servers/1': { url: 'https://other.example' } },
    want: ['server-added compatible'],
  },
  {
    name: 'a server less',
    given: { '/servers/1': { url: 'https://other.example' } },
    edit: { '/servers/1': undefined },
    want: ['server-removed sender'],
  },
  {
    name: 'a server elsewhere',
    edit: { '/servers/0/url': '{base}/v2' },
    want: ['server-changed sender'],
  },
  {
    name: 'a server elsewhere by default',
    edit: { '/servers/0/variables/base/default': 'http://127.0.0.1' },
    want: ['server-changed sender'],
  },
  {
    name: 'a server with another variable',
    edit: { '/servers/0/variables/port': { default: '80' } },
    want: ['server-changed sender'],
  },
  {
    name: 'a tag more',
    edit: { '/tags/2': { name: 'Third things' } },
    want: ['tag-added editorial'],
  },
  { name: 'a tag less', edit: { '/tags/1': undefined }, want: ['tag-removed editorial'] },
  {
    name: 'tags in another order',
    edit: { '/tags': [{ name: 'Other things' }, { name: 'Things' }] },
    want: ['order-changed editorial'],
  },
  {
    name: 'another tag text',
    edit: { '/tags/0/description': 'All things.' },
    want: ['text-added editorial'],
  },
  {
    name: 'the same security, written once for all',
    edit: {
      '/security': [{ Key: [] }],
      '/paths/~1api~1old/get/security': undefined,
      '/paths/~1api~1v1~1things~1{id}/post/security': undefined,
    },
    want: [],
  },
  {
    name: 'security of the document, by which no operation goes',
    edit: { '/security': [] },
    want: ['unused-security-changed editorial'],
  },
  {
    name: 'security of the document, by which one operation goes',
    given: { '/security': [{ Key: [] }], '/paths/~1api~1old/get/security': undefined },
    edit: { '/security': [{ Key: [], Other: [] }] },
    want: ['security-narrowed sender'],
  },
  {
    name: 'another name of the key',
    edit: { '/components/securitySchemes/Key/name': 'X-Other' },
    want: ['security-scheme-changed sender'],
  },
  {
    name: 'another type of key',
    edit: { '/components/securitySchemes/Key': { type: 'http', scheme: 'bearer' } },
    want: ['security-scheme-changed sender'],
  },
  {
    name: 'a shared parameter more, and one less',
    given: { '/components/parameters/Old': { name: 'old', in: 'query' } },
    edit: {
      '/components/parameters/Old': undefined,
      '/components/parameters/New': { name: 'new', in: 'query' },
    },
    want: ['part-added editorial', 'part-removed editorial'],
  },
  {
    name: 'a schema more',
    edit: { '/components/schemas/New': { type: 'string' } },
    want: ['component-added compatible'],
  },
  {
    name: 'a schema less',
    given: { '/components/schemas/New': { type: 'string' } },
    edit: { '/components/schemas/New': undefined },
    want: ['component-removed source'],
  },
  {
    name: 'an example more',
    edit: { '/components/examples/Other': { value: 1 } },
    want: ['example-added editorial'],
  },
  {
    name: 'another example',
    edit: { '/components/examples/None/value': { id: 'nobody' } },
    want: ['example-changed editorial'],
  },
  {
    name: 'an example less',
    edit: {
      '/components/responses/NotFound/content/application~1json/examples': undefined,
      '/components/examples/None': undefined,
    },
    want: ['example-removed editorial', 'example-removed editorial'],
  },
];
