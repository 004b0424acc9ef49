import { at } from './base.ts';
import type { Cases } from './case.ts';

const value = ['components', 'examples', 'JobsListed', 'value'];

/** The rules on the values of examples, and on the members that they show. */
export const examples: Cases = {
  'contract-plausible-examples': {
    fires: [
      // What people write where they mean to come back.
      ...['string', 'Foo', 'TODO', 'xxx', 'Lorem ipsum dolor', '<id>', 'your-key', 'your name'].map(
        (text) => ({
          name: text,
          given: [[[...at.limit, 'example'], { deep: [text] }]] as [[string[], unknown]],
          want: [
            {
              path: [...at.limit, 'example', 'deep', '0'],
              message: `The example in \`Limit\` (\`#/components/parameters/Limit/example/deep/0\`) must be plausible, not \`${text}\`: write what a service could say.`,
            },
          ],
        }),
      ),
      {
        name: 'the forms of real keys, wherever examples stand',
        given: [
          [value, [{ status: `sk-${'a'.repeat(24)}` }]],
          [[...at.job, 'examples'], [`ghp_${'a'.repeat(36)}`]],
        ],
        want: [
          {
            path: [...value, '0', 'status'],
            message:
              'The example in `JobsListed` (`#/components/examples/JobsListed/value/0/status`) must have no key of a known form: write one that is plainly made up.',
          },
          {
            path: [...at.job, 'examples', '0'],
            message:
              'The example in `Job` (`#/components/schemas/Job/examples/0`) must have no key of a known form: write one that is plainly made up.',
          },
        ],
      },
    ],
    silent: [
      {
        name: 'words that look alike, names of members, and values that are no examples',
        given: [
          [
            value,
            [
              {
                string: 'Strings and things',
                note: 'Test it with foo',
                key: 'sk-short',
                none: null,
              },
            ],
          ],
          [
            [...at.job, 'properties', 'example'],
            { default: 'string', enum: ['foo'], const: 'foo' },
          ],
        ],
      },
    ],
  },

  'contract-object-members': {
    fires: [
      {
        name: 'nothing about members, and members that are required elsewhere',
        given: [
          [[...at.job, 'properties', 'env'], { type: ['object', 'null'] }],
          [
            [...at.job, 'required'],
            ['id', 'status', 'constructor'],
          ],
          [[...at.job, 'allOf'], [{ properties: { id: {} } }]],
        ],
        want: [
          ...['id', 'constructor'].map((name) => ({
            path: at.job,
            message: `\`Job\` must list \`${name}\` in \`properties\`, beside \`required\`: types lose it elsewhere.`,
          })),
          {
            path: [...at.job, 'properties', 'env'],
            message:
              '`Job` (`#/components/schemas/Job/properties/env`) must say what members it has: list `properties`, or write `additionalProperties: true`.',
          },
        ],
      },
      {
        name: 'members that are required where no type is told',
        given: [
          [[...at.job, 'anyOf'], [{ required: ['id'] }]],
          [[...at.job, 'properties', 'owner'], { properties: { name: {} }, required: ['id'] }],
        ],
        want: [
          ['properties', 'owner'],
          ['anyOf', '0'],
        ].map((path) => ({
          path: [...at.job, ...path],
          message: `\`Job\` (\`#/components/schemas/Job/${path.join('/')}\`) must list \`id\` in \`properties\`, beside \`required\`: types lose it elsewhere.`,
        })),
      },
    ],
    silent: [
      {
        name: 'maps, choices and what is no object',
        given: [
          [[...at.job, 'properties', 'env'], { type: 'object', additionalProperties: true }],
          [[...at.job, 'properties', 'by_id'], { type: 'object', patternProperties: {} }],
          [[...at.job, 'properties', 'owner'], { type: 'object', oneOf: [] }],
          [[...at.job, 'properties', 'type'], { const: 'object' }],
          [[...at.job, 'required'], ['status']],
          [[...at.job, 'anyOf'], [{ properties: { id: {} }, required: ['id'] }]],
        ],
      },
    ],
  },

  'contract-times': {
    fires: [
      {
        name: 'a text without a form, and a number behind a $ref',
        given: [
          [['components', 'schemas', 'Stamp'], { type: 'integer' }],
          [[...at.job, 'properties', 'created_at'], { type: 'string' }],
          [[...at.job, 'properties', 'ended_at'], { $ref: '#/components/schemas/Stamp' }],
        ],
        want: ['created_at', 'ended_at'].map((name) => ({
          path: [...at.job, 'properties', name],
          message: `\`Job\` (\`#/components/schemas/Job/properties/${name}\`) must be a time, as its name ends with \`_at\`: write \`format: date-time\`, or rename it.`,
        })),
      },
    ],
    silent: [
      {
        name: 'times that may be null, and other names',
        given: [
          [['components', 'schemas', 'Stamp'], { type: 'string', format: 'date-time' }],
          [
            [...at.job, 'properties', 'created_at'],
            { type: ['string', 'null'], format: 'date-time' },
          ],
          [
            [...at.job, 'properties', 'ended_at'],
            { anyOf: [{ $ref: '#/components/schemas/Stamp' }, { type: 'null' }] },
          ],
          [[...at.job, 'properties', 'format'], { type: 'string' }],
        ],
      },
    ],
  },
};
