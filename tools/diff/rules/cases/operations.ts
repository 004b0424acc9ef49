import { base } from './base.ts';
import { valueAt } from '../../model/pointer.ts';
import type { Case } from './case.ts';

const path = '/paths/~1api~1v1~1things~1{id}';
const start = `${path}/post`;
const started = valueAt(base, start);

/** Operations, their parameters and bodies. */
export const operationCases: readonly Case[] = [
  {
    name: 'an operation more',
    edit: { '/paths/~1api~1new': { get: { operationId: 'getNew', responses: {} } } },
    want: ['operation-added compatible'],
  },
  {
    name: 'an operation less',
    edit: { '/paths/~1api~1old': undefined },
    want: ['operation-removed sender'],
  },
  {
    name: 'an operation at another path',
    edit: { [path]: undefined, '/paths/~1api~1v1~1stuff~1{id}': { post: started ?? null } },
    want: ['operation-moved sender'],
  },
  {
    name: 'the name of an operation that is gone, for another one',
    edit: { [path]: undefined, '/paths/~1api~1old/get/operationId': 'startThing' },
    want: ['operation-id-changed source', 'operation-removed sender'],
  },
  {
    name: 'another name of a parameter in the path',
    edit: {
      [path]: undefined,
      '/paths/~1api~1v1~1things~1{thing}': { post: started ?? null },
      '/paths/~1api~1v1~1things~1{thing}/post/parameters/0/name': 'thing',
    },
    want: ['path-parameter-renamed source'],
  },
  {
    name: 'a path without operations',
    edit: { '/paths/~1api~1empty': {} },
    want: ['unclassified-change sender+receiver'],
  },
  {
    name: 'another operationId',
    edit: {
      [`${start}/operationId`]: 'beginThing',
      [`${start}/responses/200/links/Again/operationId`]: 'beginThing',
    },
    want: ['link-restated editorial', 'operation-id-changed source'],
  },
  {
    name: 'another tag',
    edit: { [`${start}/tags`]: ['Other things'] },
    want: ['operation-tag-changed source'],
  },
  {
    name: 'a further tag',
    edit: { [`${start}/tags/1`]: 'Other things' },
    want: ['further-tags-changed editorial'],
  },
  {
    name: 'another text',
    edit: { [`${start}/summary`]: 'Begin a thing' },
    want: ['text-changed editorial'],
  },
  {
    name: 'a description that only the bundle wrote',
    edit: { [`${start}/description`]: 'Starts a thing.\n\n*Assumed (decision D03).*' },
    want: ['text-changed editorial'],
  },
  { name: 'no text', edit: { [`${start}/summary`]: undefined }, want: ['text-removed editorial'] },
  { name: 'deprecated', edit: { [`${start}/deprecated`]: true }, want: ['deprecated compatible'] },
  {
    name: 'not deprecated',
    given: { [`${start}/deprecated`]: true },
    edit: { [`${start}/deprecated`]: undefined },
    want: ['no-longer-deprecated compatible'],
  },
  {
    name: 'what holds anyway',
    edit: { [`${start}/deprecated`]: false },
    want: ['default-stated editorial'],
  },
  {
    name: 'fewer repetitions',
    edit: { [`${start}/x-retry`]: 'never' },
    want: ['retry-lowered sender'],
  },
  {
    name: 'more repetitions',
    edit: { [`${start}/x-retry`]: 'safe' },
    want: ['retry-raised compatible'],
  },
  {
    name: 'repetitions of another kind',
    edit: { [`${start}/x-retry`]: 'sometimes' },
    want: ['unclassified-change sender+receiver'],
  },
  {
    name: 'into the legacy generation',
    edit: { [`${start}/x-generation`]: 'v0' },
    want: ['generation-lowered sender'],
  },
  {
    name: 'out of the legacy generation',
    edit: { '/paths/~1api~1old/get/x-generation': 'v1' },
    want: ['generation-raised compatible'],
  },
  {
    name: 'less sure, and told in the description',
    edit: {
      [`${start}/x-provenance`]: 'assumed',
      [`${start}/description`]: 'Starts a thing.\n\n*Assumed: method, path and purpose.*',
    },
    want: ['provenance-lowered sender+receiver'],
  },
  {
    name: 'other samples',
    edit: { [`${start}/x-codeSamples`]: [{ lang: 'Shell' }] },
    want: ['code-samples-changed editorial'],
  },
  {
    name: 'no key any more',
    edit: { [`${start}/security`]: [] },
    want: ['security-dropped sender'],
  },
  {
    name: 'a key or nothing',
    edit: { [`${start}/security`]: [{ Key: [] }, {}] },
    want: ['security-widened compatible'],
  },
  {
    name: 'two keys',
    edit: { [`${start}/security`]: [{ Key: [], Other: [] }] },
    want: ['security-narrowed sender'],
  },
  {
    name: 'a parameter more',
    edit: { [`${start}/parameters/2`]: { name: 'new', in: 'query', schema: {} } },
    want: ['parameter-added compatible'],
  },
  {
    name: 'a parameter more, which must be sent',
    edit: { [`${start}/parameters/2`]: { name: 'new', in: 'query', required: true, schema: {} } },
    want: ['parameter-added-required sender'],
  },
  {
    name: 'a parameter less',
    edit: { [`${start}/parameters/1`]: undefined },
    want: ['parameter-removed sender'],
  },
  {
    name: 'parameters in another order',
    edit: {
      [`${start}/parameters`]: [
        { $ref: '#/components/parameters/Ids' },
        { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      ],
    },
    want: ['order-changed editorial'],
  },
  {
    name: 'a parameter that the path has for all',
    edit: {
      [`${start}/parameters/1`]: undefined,
      [`${path}/parameters`]: [{ $ref: '#/components/parameters/Ids' }],
    },
    want: [],
  },
  {
    name: 'a parameter that the path no longer has for all',
    given: { [`${path}/parameters`]: [{ name: 'all', in: 'query' }] },
    edit: { [`${path}/parameters`]: undefined },
    want: ['parameter-removed sender'],
  },
  {
    name: 'another name of a parameter',
    edit: { '/components/parameters/Ids/name': 'keys' },
    want: ['parameter-renamed sender'],
  },
  {
    name: 'a parameter must be sent',
    edit: { '/components/parameters/Ids/required': true },
    want: ['parameter-became-required sender'],
  },
  {
    name: 'a parameter may be left out',
    given: { '/components/parameters/Ids/required': true },
    edit: { '/components/parameters/Ids/required': false },
    want: ['parameter-became-optional compatible'],
  },
  {
    name: 'values of a parameter apart',
    edit: { '/components/parameters/Ids/explode': false },
    want: ['serialization-changed sender'],
  },
  {
    name: 'values of a parameter as they are anyway',
    edit: {
      '/components/parameters/Ids/explode': true,
      '/components/parameters/Ids/style': 'form',
    },
    want: ['default-stated editorial', 'default-stated editorial'],
  },
  {
    name: 'the same parameter, written out',
    edit: { [`${start}/parameters/1`]: valueAt(base, '/components/parameters/Ids') },
    want: ['reference-changed editorial'],
  },
  {
    name: 'a body more',
    edit: { '/paths/~1api~1old/get/requestBody': { content: {} } },
    want: ['request-body-added compatible'],
  },
  {
    name: 'a body more, which must be sent',
    edit: { '/paths/~1api~1old/get/requestBody': { required: true, content: {} } },
    want: ['request-body-added-required sender'],
  },
  {
    name: 'a body less',
    edit: { [`${start}/requestBody`]: undefined },
    want: ['request-body-removed sender'],
  },
  {
    name: 'a body must be sent',
    edit: { [`${start}/requestBody/required`]: true },
    want: ['request-body-became-required sender'],
  },
  {
    name: 'a body may be left out',
    given: { [`${start}/requestBody/required`]: true },
    edit: { [`${start}/requestBody/required`]: false },
    want: ['request-body-became-optional compatible'],
  },
  {
    name: 'a media type more',
    edit: { [`${start}/requestBody/content/text~1plain`]: {} },
    want: ['media-type-added compatible'],
  },
  {
    name: 'a media type less',
    edit: { [`${start}/requestBody/content`]: {} },
    want: ['media-type-removed sender'],
  },
  {
    name: 'a body without a schema',
    edit: { [`${start}/requestBody/content/application~1json`]: {} },
    want: ['schema-removed compatible'],
  },
  {
    name: 'a body with a schema',
    given: { [`${start}/requestBody/content/application~1json`]: {} },
    edit: { [`${start}/requestBody/content/application~1json/schema`]: { type: 'string' } },
    want: ['schema-added sender'],
  },
];
