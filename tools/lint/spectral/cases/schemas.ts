import { at } from './base.ts';
import type { Cases } from './case.ts';

const known =
  'x-provenance, x-decision, x-generation, x-retry, x-secret, x-lifecycle, x-enumDescriptions, x-tagGroups, x-codeSamples';
const answer = [...at.list, 'responses', '200', 'content', 'application/json', 'schema'];
const example = [...at.list, 'responses', '200', 'content', 'application/json', 'example'];

export const schemas: Cases = {
  'contract-dialect': {
    fires: [
      {
        name: 'no dialect',
        given: [[['jsonSchemaDialect'], undefined]],
        want: [
          {
            path: [],
            message:
              'The document must have `openapi: 3.1.x` and `jsonSchemaDialect: https://json-schema.org/draft/2020-12/schema`, as Prism checks no body properly without it: Object must have required property "jsonSchemaDialect"',
          },
        ],
      },
      {
        name: 'another version of OpenAPI',
        given: [[['openapi'], '3.0.3']],
        want: [
          {
            path: ['openapi'],
            message:
              'The document must have `openapi: 3.1.x` and `jsonSchemaDialect: https://json-schema.org/draft/2020-12/schema`, as Prism checks no body properly without it: "openapi" property must match pattern "^3\\.1\\.\\d+$"',
          },
        ],
      },
    ],
    silent: [{ name: 'an earlier 3.1', given: [[['openapi'], '3.1.0']] }],
  },

  'contract-closed': {
    fires: [
      {
        name: 'closed schemas, named and inside',
        given: [
          [[...at.job, 'additionalProperties'], false],
          [[...at.job, 'properties', 'owner'], { unevaluatedProperties: false }],
          [[...at.job, 'properties', 'env'], { additionalProperties: { not: {} } }],
        ],
        want: [
          {
            path: [...at.job, 'properties', 'owner', 'unevaluatedProperties'],
            message:
              '`Job` (`#/components/schemas/Job/properties/owner`) must stay open: take `unevaluatedProperties: false` away, as the service adds members and takes unknown ones.',
          },
          {
            path: [...at.job, 'properties', 'env', 'additionalProperties'],
            message:
              '`Job` (`#/components/schemas/Job/properties/env`) must stay open: take `additionalProperties: {"not":{}}` away, as the service adds members and takes unknown ones.',
          },
          {
            path: [...at.job, 'additionalProperties'],
            message:
              '`Job` must stay open: take `additionalProperties: false` away, as the service adds members and takes unknown ones.',
          },
        ],
      },
      {
        name: 'names that are listed, and names that are refused',
        given: [
          [['components', 'schemas', 'Name'], { enum: ['a'] }],
          [[...at.job, 'propertyNames'], { $ref: '#/components/schemas/Name' }],
          [[...at.job, 'properties', 'env'], { propertyNames: { const: 'a' } }],
          [[...at.job, 'properties', 'tags'], { patternProperties: { '^': false } }],
        ],
        want: [
          {
            path: [...at.job, 'properties', 'env', 'propertyNames'],
            message:
              '`Job` (`#/components/schemas/Job/properties/env`) must stay open: take `propertyNames: {"const":"a"}` away, as the service adds members and takes unknown ones.',
          },
          {
            path: [...at.job, 'properties', 'tags', 'patternProperties'],
            message:
              '`Job` (`#/components/schemas/Job/properties/tags`) must stay open: take `patternProperties: {"^":false}` away, as the service adds members and takes unknown ones.',
          },
          {
            path: [...at.job, 'propertyNames'],
            message:
              '`Job` must stay open: take `propertyNames: {"$ref":"#/components/schemas/Name"}` away, as the service adds members and takes unknown ones.',
          },
        ],
      },
    ],
    silent: [
      {
        name: 'open ones, and an example',
        given: [
          [[...at.job, 'additionalProperties'], { not: { type: 'null' } }],
          [[...at.job, 'propertyNames'], { pattern: '^[a-z]' }],
          [[...at.job, 'patternProperties'], { _at$: { format: 'date-time' } }],
          [example, { additionalProperties: false }],
        ],
      },
    ],
  },

  'contract-extensions': {
    fires: [
      {
        name: 'unknown ones in an operation and in a property',
        given: [
          [[...at.list, 'x-internal'], true],
          [[...at.job, 'properties', 'id'], { 'x-Secret': true }],
        ],
        want: [
          {
            path: [...at.list, 'x-internal'],
            message: `\`x-internal\` of \`listJobs\` must be one of ${known}: rename it, or take it away.`,
          },
          {
            path: [...at.job, 'properties', 'id', 'x-Secret'],
            message: `\`x-Secret\` of \`Job\` (\`#/components/schemas/Job/properties/id\`) must be one of ${known}: rename it, or take it away.`,
          },
        ],
      },
      {
        name: 'unknown ones among the paths and the responses',
        given: [
          [['paths', 'x-internal'], true],
          [[...at.list, 'responses', 'x-internal'], { description: 'None.' }],
        ],
        want: [
          {
            path: [...at.list, 'responses', 'x-internal'],
            message: `\`x-internal\` of \`listJobs\` must be one of ${known}: rename it, or take it away.`,
          },
          {
            path: ['paths', 'x-internal'],
            message: `\`x-internal\` of \`openapi.yaml\` must be one of ${known}: rename it, or take it away.`,
          },
        ],
      },
    ],
    silent: [
      {
        name: 'members of an example, what a link is given, and names that look alike',
        given: [
          [example, { 'x-internal': true }],
          [['components', 'examples', 'JobsListed', 'value'], [{ 'x-internal': true }]],
          [[...at.job, 'examples'], [{ 'x-internal': true }]],
          [[...at.job, 'default'], { 'x-internal': true }],
          [[...at.job, 'properties', 'x-internal'], { type: 'boolean' }],
          [
            [...at.list, 'responses', '200', 'links'],
            { Next: { requestBody: { 'x-internal': 1 }, parameters: { a: { 'x-internal': 1 } } } },
          ],
          [[...at.status, 'x-enumDescriptions', 'x-ray'], 'Seen through.'],
        ],
      },
    ],
  },

  'contract-secret': {
    fires: [
      {
        name: 'a password without it, and one that is false',
        given: [
          [[...at.job, 'properties', 'key'], { type: 'string', format: 'password' }],
          [[...at.job, 'properties', 'note'], { type: 'string', 'x-secret': false }],
        ],
        want: [
          {
            path: [...at.job, 'properties', 'key', 'format'],
            message:
              '`Job` (`#/components/schemas/Job/properties/key`) must have `x-secret: true`, as its format is `password`: add it.',
          },
          {
            path: [...at.job, 'properties', 'note', 'x-secret'],
            message:
              '`x-secret` of `Job` (`#/components/schemas/Job/properties/note`) must be `true`: write that, or take it away.',
          },
        ],
      },
      {
        name: 'a password that no document tells, by itself or by what is around it',
        given: [
          [
            [...at.job, 'properties', 'key'],
            {
              'x-provenance': 'observed',
              'x-decision': 'D02',
              format: 'password',
              'x-secret': true,
            },
          ],
          [answer, { format: 'password', 'x-secret': true }],
        ],
        want: [
          {
            path: [...answer, 'format'],
            message:
              '`listJobs` (`#/paths/~1api~1v1~1jobs/get/responses/200/content/application~1json/schema`) must have no `format: password`, as no document tells it: take it away, `x-secret: true` is enough.',
          },
          {
            path: [...at.job, 'properties', 'key', 'format'],
            message:
              '`Job` (`#/components/schemas/Job/properties/key`) must have no `format: password`, as no document tells it: take it away, `x-secret: true` is enough.',
          },
        ],
      },
    ],
    silent: [
      {
        name: 'secrets of either format, and a property called format',
        given: [
          [[...at.job, 'properties', 'key'], { format: 'password', 'x-secret': true }],
          [[...at.job, 'properties', 'token'], { type: 'string', 'x-secret': true }],
          [[...at.job, 'properties', 'format'], { const: 'password' }],
        ],
      },
    ],
  },

  'contract-enum-meanings': {
    fires: [
      {
        name: 'a value without a text, and a text without a value',
        given: [
          [[...at.status, 'x-enumDescriptions', 'DONE'], ' '],
          [[...at.status, 'x-enumDescriptions', 'ENDED'], 'Over.'],
        ],
        want: [
          {
            path: [...at.status, 'x-enumDescriptions'],
            message:
              '`x-enumDescriptions` of `JobStatus` must have a text for each value of `enum` and no other: add `DONE`, take `ENDED` away.',
          },
        ],
      },
      {
        name: 'a named enumeration without texts',
        given: [[[...at.status, 'x-enumDescriptions'], undefined]],
        want: [
          {
            path: at.status,
            message:
              '`JobStatus` must have `x-enumDescriptions`: say there what each of RUNNING, PAUSED, DONE means.',
          },
        ],
      },
      {
        name: 'texts without an enumeration',
        given: [[[...at.job, 'x-enumDescriptions'], { BIG: 'Big.' }]],
        want: [
          {
            path: [...at.job, 'x-enumDescriptions'],
            message:
              '`x-enumDescriptions` of `Job` must have a text for each value of `enum` and no other: take `BIG` away.',
          },
        ],
      },
    ],
    silent: [
      {
        name: 'an enumeration without a name, and one of numbers',
        given: [
          [[...at.job, 'properties', 'size'], { enum: ['S', 'L'] }],
          [[...at.job, 'properties', 'level'], { enum: [1], 'x-enumDescriptions': { 1: 'Low.' } }],
        ],
      },
    ],
  },
};
