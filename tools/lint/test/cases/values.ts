import {
  type Case,
  job,
  status,
  jobPage,
  limit,
  append,
  replace,
} from './edit.ts';

/** Adds a property to the schema of a job. */
const property = (keywords: string) =>
  replace(
    job,
    'properties:\n',
    `properties:\n  size:\n    description: A.\n${indented(keywords)}`,
  );

const indented = (text: string) =>
  text
    .split('\n')
    .map((line) => `    ${line}\n`)
    .join('');

/** Adds a property with one branch, the schema `Text` with the property `kind`. */
const choice = (discriminator: string, kind: string) => [
  property(`oneOf:\n  - $ref: Text.yaml\ndiscriminator:\n  ${discriminator}`),
  append(
    'openapi/components/schemas/Text.yaml',
    `properties:\n  kind:\n    ${kind}\n`,
  ),
];

const unsatisfiable = (keywords: string, at: string): Case => ({
  reports: 'No value satisfies',
  at,
  edits: [property(keywords)],
});

const exponential = (pattern: string): Case => ({
  reports: 'can take exponential time',
  at: 'pattern:',
  edits: [property(`type: string\npattern: ${pattern}`)],
});

const linear = (pattern: string): Case => ({
  edits: [property(`type: string\npattern: ${pattern}`)],
});

export const valuesCases: Readonly<Record<string, readonly Case[]>> = {
  'contract-satisfiable': [
    {
      reports:
        'No value satisfies `type: integer`, `minimum: 3`, `maximum: 1`: fix what',
      at: 'minimum: 3',
      edits: [property('type: integer\nminimum: 3\nmaximum: 1')],
    },
    unsatisfiable(
      'type: integer\nexclusiveMinimum: 1\nexclusiveMaximum: 2',
      'exclusiveMinimum:',
    ),
    unsatisfiable(
      'type: integer\nmultipleOf: 10\nminimum: 1\nmaximum: 9',
      'multipleOf: 10',
    ),
    unsatisfiable('type: string\nminLength: 3\nmaxLength: 1', 'minLength: 3'),
    unsatisfiable('type: string\npattern: ^a{5}$\nmaxLength: 3', 'pattern:'),
    unsatisfiable('type: array\nminItems: 3\nmaxItems: 1', 'minItems: 3'),
    unsatisfiable(
      'type: object\nminProperties: 3\nmaxProperties: 1',
      'minProperties: 3',
    ),
    unsatisfiable('const: c\nenum: [a, b]', 'const: c'),
    unsatisfiable('type: string\nconst: 3', 'const: 3'),
    unsatisfiable('allOf:\n  - type: string\n  - type: integer', 'allOf:'),
    unsatisfiable(
      'type: string\nallOf:\n  - enum: [a]\n  - enum: [b]',
      'allOf:',
    ),
    unsatisfiable(
      'type: object\nrequired: [a]\nproperties:\n  a: false',
      'required: [a]',
    ),
    {
      reports:
        'No value satisfies `type: object`, `required: ["id","status"]`, `properties`',
      at: 'required:',
      edits: [replace(job, '    type: string\n', '    $ref: Job.yaml\n')],
    },
    {
      reports: 'No value satisfies',
      at: 'minimum: 9',
      edits: [replace(limit, 'minimum: 1', 'minimum: 9\n  maximum: 8')],
    },
    // What refers to it is no second fault.
    {
      reports: 'No value satisfies',
      at: 'const: LOST',
      in: status,
      edits: [replace(status, 'enum: [', 'const: LOST\nenum: [')],
    },
    { edits: [property('type: integer\nminimum: 3\nmaximum: 3')] },
    { edits: [property('not: {}')] },
    { edits: [property('type: string\npattern: ^(?=a)b$')] },
    { edits: [property('anyOf:\n  - type: "null"\n  - $ref: Job.yaml')] },
  ],
  'contract-circles': [
    {
      reports: 'Job must not consist of itself: `$ref: Job` leads back to it',
      at: '$ref: Job.yaml',
      edits: [append(job, 'allOf:\n  - $ref: Job.yaml\n')],
    },
    {
      reports:
        'JobPage must not consist of itself: `$ref: Job` leads back to it',
      at: 'anyOf: [{ $ref: Job.yaml }]',
      in: jobPage,
      edits: [
        append(job, '$ref: JobPage.yaml\n'),
        append(jobPage, 'anyOf: [{ $ref: Job.yaml }]\n'),
      ],
    },
    { edits: [property('$ref: Job.yaml')] },
    {
      edits: [property('type: array\nitems:\n  allOf:\n    - $ref: Job.yaml')],
    },
  ],
  'contract-patterns': [
    exponential('^(a+)+$'),
    exponential('^(a|aa)+$'),
    exponential('^(a|a?)+$'),
    exponential(String.raw`^(\w+\s?)*$`),
    exponential('(x+x+)+y'),
    exponential('(.*a){12}'),
    exponential('^(?=(a*)*b)'),
    exponential('^(a{1,5}){2,}b'),
    {
      reports: 'can take exponential time',
      at: '^(a+)+$:',
      edits: [
        property(
          'type: object\npatternProperties:\n  ^(a+)+$:\n    type: string',
        ),
      ],
    },
    {
      reports:
        'must be a regular expression with the flag `u` (Unterminated group): fix it',
      at: 'pattern:',
      edits: [property('type: string\npattern: ^(a')],
    },
    {
      reports: 'with the flag `u` (Invalid escape): escape only',
      at: 'pattern:',
      edits: [property(String.raw`type: string${'\n'}pattern: ^a\-b$`)],
    },
    linear('^[a-z0-9]+(?:-[a-z0-9]+)*$'),
    linear(String.raw`^([a-z]{1,63}\.)+[a-z]{2,}$`),
    linear(String.raw`^\p{L}[\p{L}\p{N} ]*$`),
    linear('^[a-z]+[a-z0-9]*$'),
    linear('^(?:a|b|cd)+$'),
    linear(String.raw`^(0|[1-9]\d*)\.(0|[1-9]\d*)$`),
  ],
  'contract-defaults': [
    {
      reports:
        '`default: none` must be valid under its schema, and must be integer: fix',
      at: 'default: none',
      edits: [replace(limit, 'minimum: 1', 'minimum: 1\n  default: none')],
    },
    {
      reports: '`default: 0` must be valid under its schema, and must be >= 1',
      at: 'default: 0',
      edits: [replace(limit, 'minimum: 1', 'minimum: 1\n  default: 0')],
    },
    {
      reports:
        'must be equal to one of the allowed values (["RUNNING","PAUSED","DONE"])',
      at: 'default: LOST',
      edits: [property('$ref: JobStatus.yaml\ndefault: LOST')],
    },
    {
      reports: '`default: null` must be valid under its schema',
      at: 'default: null',
      edits: [property('type: string\ndefault: null')],
    },
    { edits: [property('$ref: JobStatus.yaml\ndefault: DONE')] },
    { edits: [property("type: [string, 'null']\ndefault: null")] },
  ],
  'contract-enums': [
    {
      reports:
        'The value 3 of `enum` can never occur, as it must be string: remove it',
      at: 'enum: [a, 3]',
      edits: [property('type: string\nenum: [a, 3]')],
    },
    {
      reports: 'The value "abcd" of `enum` can never occur',
      at: '- abcd',
      edits: [property('type: string\nmaxLength: 3\nenum:\n  - abc\n  - abcd')],
    },
    { edits: [property('type: [string, integer]\nenum: [a, 3]')] },
    { edits: [property('enum: [a, 3]')] },
  ],
  'contract-nulls': [
    {
      reports: "`nullable` is not part of OpenAPI 3.1: add 'null' to `type`",
      at: 'nullable: true',
      edits: [property('type: string\nnullable: true')],
    },
    {
      reports: '`nullable` is not part of OpenAPI 3.1',
      at: 'nullable: true',
      edits: [property('$ref: JobStatus.yaml\nnullable: true')],
    },
    {
      reports:
        "`enum` has null, which `type` rejects: add 'null' to `type`, or remove null.",
      at: 'enum: [a, null]',
      edits: [property('type: string\nenum: [a, null]')],
    },
    {
      reports: '(["a"]): fix that, or remove \'null\' from `type`.',
      at: "type: [string, 'null']",
      edits: [property("type: [string, 'null']\nenum: [a]")],
    },
    {
      reports: '`type` allows null, but null must be string: fix that',
      at: "type: [string, 'null']",
      edits: [property("$ref: JobStatus.yaml\ntype: [string, 'null']")],
    },
    {
      reports: "`type` must name null in quotes: write 'null'",
      at: 'type: [string, null]',
      edits: [property('type: [string, null]')],
    },
    { edits: [property("type: [string, 'null']\nenum: [a, null]")] },
    { edits: [property('enum: [a, null]')] },
    {
      edits: [
        replace(
          job,
          'properties:\n',
          'properties:\n  nullable:\n    description: A.\n',
        ),
      ],
    },
  ],
  'contract-discriminators': [
    {
      reports:
        'must map `text` to a schema, as no schema has this name: add `mapping: { text: Text.yaml }`',
      at: 'discriminator:',
      edits: choice('propertyName: kind', 'const: text\nrequired: [kind]'),
    },
    {
      reports:
        'must have the property `type` with `const` or `enum` in each branch: add it to `Text`',
      at: 'discriminator:',
      edits: choice('propertyName: type', 'const: Text\nrequired: [kind]'),
    },
    {
      reports: 'must require `kind` in each branch',
      at: 'discriminator:',
      edits: choice('propertyName: kind', 'const: Text'),
    },
    {
      reports:
        'must map `text` to one of its branches, not to `Texts.yaml`: use one of Text',
      at: 'text: Texts.yaml',
      edits: choice(
        'propertyName: kind\n  mapping:\n    text: Texts.yaml',
        'const: text\nrequired: [kind]',
      ),
    },
    { edits: choice('propertyName: kind', 'const: Text\nrequired: [kind]') },
    {
      edits: choice(
        'propertyName: kind\n  mapping:\n    text: Text.yaml',
        'const: text\nrequired: [kind]',
      ),
    },
  ],
};
