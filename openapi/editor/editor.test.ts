import { globSync, readFileSync } from 'node:fs';
import { basename, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(root + file, 'utf8');
const settings = JSON.parse(read('.vscode/settings.json')) as {
  'yaml.schemas': Record<string, string>;
};
const mapping = Object.entries(settings['yaml.schemas']);

const schemaFiles = globSync('openapi/editor/*.schema.json', { cwd: root });
const ajv = new Ajv({
  allErrors: true,
  strictTypes: false,
  formats: { date: /^\d{4}-\d\d-\d\d$/ },
});
ajv.addVocabulary(['enumDescriptions', 'errorMessage', 'patternErrorMessage']);
for (const file of schemaFiles) {
  ajv.addSchema(JSON.parse(read(file)) as object, basename(file));
}

/** Returns the violations of a document: the JSON Pointer, then the message. */
function violations(schema: string, document: unknown): string[] {
  ajv.validate(schema, document);
  return (ajv.errors ?? [])
    .filter(({ keyword }) => keyword !== 'if')
    .map(({ instancePath, message, params }) =>
      [instancePath || '/', message, params['additionalProperty']].filter(Boolean).join(' '),
    );
}

describe('the contract', () => {
  const files = globSync('openapi/**/*.yaml', {
    cwd: root,
    exclude: [
      '**/node_modules',
      'openapi/dist',
      'openapi/editor',
      'openapi/expected',
      'openapi/released',
    ],
  });

  test.each(files)('%s matches exactly one schema and is valid', (file) => {
    const schemas = mapping.filter(([, glob]) => matchesGlob(file, glob)).map(([path]) => path);
    expect(schemas).toHaveLength(1);
    expect(violations(basename(schemas[0]!), parse(read(file)))).toEqual([]);
  });
});

interface Kind {
  schema: string;
  accepted: string;
  /** A text of the accepted document, its replacement, and the expected violation. */
  rejected: [from: string, to: string, violation: string][];
}

const kinds: Kind[] = [
  {
    schema: 'openapi.schema.json',
    accepted: `
openapi: 3.1.1
jsonSchemaDialect: https://json-schema.org/draft/2020-12/schema
info:
  title: Lamps
  version: 0.1.0
  summary: Switch lamps.
  description: Switches lamps.
  license: { name: MIT, identifier: MIT }
servers:
  - url: '{base_url}'
    variables: { base_url: { default: http://localhost } }
tags:
  - name: Lamps
    description: Sources of light.
x-tagGroups:
  - name: V1
    tags: [Lamps]
paths:
  /lamps:
    $ref: ./paths/lamps.yaml
components:
  securitySchemes:
    Key: { type: apiKey, in: header, name: X-Key, description: The key. }
`,
    // prettier-ignore
    rejected: [
      ['jsonSchemaDialect:', 'jsonSchemaDialct:', '/ must NOT have additional properties jsonSchemaDialct'],
      ['x-tagGroups:', 'x-tagGroup:', '/ must NOT have additional properties x-tagGroup'],
      ['./paths/lamps.yaml', 'lamps.yaml', '/paths/~1lamps/$ref must match pattern "^\\./paths/.+\\.yaml$"'],
      ['in: header, ', '', "/components/securitySchemes/Key must have required property 'in'"],
    ],
  },
  {
    schema: 'path-item.schema.json',
    accepted: `
post:
  operationId: switchLamp
  tags: [Lamps]
  summary: Switch a lamp
  description: Switches the lamp on or off.
  x-provenance: observed
  x-decision: D01
  x-retry: safe
  security: [Key: []]
  parameters:
    - $ref: ../components/parameters/Lamp.yaml
    - { name: fade, in: query, description: How., x-provenance: documented, schema: {}, example: 1 }
  requestBody:
    required: true
    content: { application/json: { schema: { type: boolean }, example: true } }
  responses:
    '200':
      description: The lamp was switched.
      x-provenance: documented
      headers: { X-Watts: { $ref: ../components/headers/Watts.yaml } }
      links: { Repeat: { operationId: switchLamp, parameters: { lamp: $request.path.lamp } } }
    4XX:
      $ref: ../components/responses/Rejected.yaml
  callbacks:
    burnt: { $request.query.url: { $ref: burnt.yaml } }
  x-codeSamples:
    - { lang: Shell, label: curl, source: { $ref: ../samples/switchLamp/success.sh } }
    - { lang: TypeScript, label: TypeScript, source: { $ref: ../samples/switchLamp/success.ts } }
    - { lang: Shell, label: 'curl, failing', source: { $ref: ../samples/switchLamp/failure.sh } }
    - lang: TypeScript
      label: TypeScript, failing
      source: { $ref: ../samples/switchLamp/failure.ts }
`,
    // prettier-ignore
    rejected: [
      ['operationId:', 'operationID:', '/post must NOT have additional properties operationID'],
      ['observed', 'guessed', '/post/x-provenance must be equal to one of the allowed values'],
      ['x-decision: D01', '', "/post must have required property 'x-decision'"],
      ['x-decision: D01', 'x-decision: D1', '/post/x-decision must match pattern "^D\\d\\d$"'],
      ['x-retry: safe', 'x-retry: maybe', '/post/x-retry must be equal to one of the allowed values'],
      ['x-decision: D01', 'x-decision: D01\n  x-assumed: { type: D01 }', '/post/x-assumed must NOT have additional properties type'],
      ["'200':", 'OK:', '/post/responses property name must be valid'],
      ['$ref: ../components/p', 'ref: ../components/p', '/post/parameters/0 must NOT have additional properties ref'],
      ['x-codeSamples:', 'x-samples:', '/post must NOT have additional properties x-samples'],
      ['x-codeSamples:', 'x-samples:', "/post must have required property 'x-codeSamples'"],
      ['lang: Shell', 'lang: Bash', '/post/x-codeSamples/0/lang must be equal to one of the allowed values'],
      ['{ $ref: ../samples/switchLamp/success.sh }', 'switchLamp', '/post/x-codeSamples/0/source must be object'],
      ['switchLamp/failure.ts', 'switchLamp/failing.ts', '/post/x-codeSamples/3/source/$ref must match pattern "^(\\.\\./)+samples/\\w+/(success|failure)\\.(sh|ts)$"'],
    ],
  },
  {
    schema: 'schema.schema.json',
    accepted: `
description: Whether a lamp gives light.
x-provenance: observed
x-decision: D01
x-lifecycle:
  x-provenance: assumed
  x-decision: D02
  initial: ON
  final: [BURNT]
  transitions:
    - { from: ON, to: BURNT, cause: time, description: It is old. }
  unchanged:
    - { in: ON, operation: switchLamp, description: It is on already. }
  rejected:
    - { in: BURNT, operation: switchLamp, status: '409', example: Burnt, description: It is dead. }
x-enumDescriptions: { ON: It gives light., BURNT: It is dead. }
type: [string, 'null']
enum: [ON, BURNT, null]
anyOf:
  - $ref: Other.yaml
    default: null
  - { type: object, properties: { key: { x-secret: true } }, additionalProperties: true }
`,
    // prettier-ignore
    rejected: [
      ['anyOf:', 'anyof:', '/ must NOT have additional properties anyof'],
      ['x-provenance: observed', 'x-provenance: guessed', '/x-provenance must be equal to one of the allowed values'],
      ['x-decision: D01', '', "/ must have required property 'x-decision'"],
      ['x-decision: D02', '', "/x-lifecycle must have required property 'x-decision'"],
      ['cause: time', 'cause: age', '/x-lifecycle/transitions/0/cause must be equal to one of the allowed values'],
      ['cause: time, ', '', "/x-lifecycle/transitions/0 must have required property 'cause'"],
      ['cause: time', 'operation: x, cause: time', '/x-lifecycle/transitions/0/cause boolean schema is false'],
      ['x-secret: true', 'x-secret: false', '/anyOf/1/properties/key/x-secret must be equal to constant'],
      ['type: object', 'type: objekt', '/anyOf/1/type must be equal to one of the allowed values'],
    ],
  },
  {
    schema: 'parameter.schema.json',
    accepted: `
name: lamp
in: path
description: The lamp.
required: true
x-provenance: observed
x-decision: D01
schema: { type: string }
example: desk
`,
    rejected: [
      ['description:', 'desciption:', '/ must NOT have additional properties desciption'],
      ['observed', 'guessed', '/x-provenance must be equal to one of the allowed values'],
      ['x-decision: D01', '', "/ must have required property 'x-decision'"],
      ['observed', 'documented', '/x-decision boolean schema is false'],
      ['required: true', 'required: false', '/required must be equal to constant'],
      ['example: desk', '', "/ must have required property 'example'"],
      ['example: desk', 'content: {}', '/schema boolean schema is false'],
    ],
  },
  {
    schema: 'response.schema.json',
    accepted: `
description: The lamp is burnt.
x-provenance: observed
x-decision: D01
content:
  application/json:
    schema: { $ref: ../schemas/Error.yaml }
    examples: { Burnt: { $ref: ../examples/Burnt.yaml } }
`,
    // prettier-ignore
    rejected: [
      ['examples:', 'exmples:', '/content/application~1json must NOT have additional properties exmples'],
      ['observed', 'guessed', '/x-provenance must be equal to one of the allowed values'],
      ['x-decision: D01', '', "/ must have required property 'x-decision'"],
    ],
  },
  {
    schema: 'header.schema.json',
    accepted: `
description: The power of the lamp.
x-provenance: observed
x-decision: D01
schema: { type: integer }
`,
    rejected: [
      ['schema:', 'shema:', '/ must NOT have additional properties shema'],
      ['observed', 'guessed', '/x-provenance must be equal to one of the allowed values'],
      ['x-decision: D01', '', "/ must have required property 'x-decision'"],
    ],
  },
  {
    schema: 'example.schema.json',
    accepted: `
summary: A lamp that is on
value: { state: ON }
`,
    // prettier-ignore
    rejected: [
      ['summary:', 'sumary:', '/ must NOT have additional properties sumary'],
      ['value:', 'x-provenance: observed\nvalue:', '/ must NOT have additional properties x-provenance'],
    ],
  },
  {
    schema: 'arazzo.schema.json',
    accepted: `
arazzo: 1.0.1
info: { title: Lamps, version: 0.1.0 }
sourceDescriptions:
  - { name: service, url: ../openapi.yaml, type: openapi }
workflows:
  - workflowId: switchAll
    summary: Switch all lamps.
    inputs: { type: object }
    steps:
      - stepId: switch
        operationId: switchLamp
        successCriteria:
          - condition: $statusCode == 200
          - { context: $response.body, condition: $.on, type: jsonpath }
        onFailure:
          - { name: repeat, type: retry, retryAfter: 1 }
          - reference: $components.failureActions.stop
        outputs: { state: $response.body#/state }
`,
    // prettier-ignore
    rejected: [
      ['operationId:', 'operationID:', '/workflows/0/steps/0 must NOT have additional properties operationID'],
      ['type: retry', 'type: repeat', '/workflows/0/steps/0/onFailure/0/type must be equal to one of the allowed values'],
      ['inputs:', 'x-provenance: observed\n    inputs:', '/workflows/0 must NOT have additional properties x-provenance'],
    ],
  },
  {
    schema: 'changelog.schema.json',
    accepted: `
releases:
  - version: 0.2.0
    date: 2026-12-24
    summary: Lamps can be dimmed.
    operations:
      dimLamp:
        - added: Dims a lamp.
      switchLamp:
        - changed: Accepts a level.
          breaks: [sender, source]
          migration: Send the level.
          reason: Lamps have levels.
        - deprecated: Use dimLamp.
    other:
      - removed: The burnt state.
      - fixed: The example of a lamp that is on.
`,
    // prettier-ignore
    rejected: [
      ['version:', 'verson:', '/releases/0 must NOT have additional properties verson'],
      ['summary: Lamps can be dimmed.', '', "/releases/0 must have required property 'summary'"],
      ['2026-12-24', '24.12.2026', '/releases/0/date must match pattern "^\\d{4}-\\d\\d-\\d\\d$"'],
      ['added:', 'add:', '/releases/0/operations/dimLamp/0 must NOT have additional properties add'],
      ['- fixed: ', '  fixed: ', '/releases/0/other/0 must match exactly one schema in oneOf'],
      ['[sender, source]', '[sender, reader]', '/releases/0/operations/switchLamp/0/breaks/1 must be equal to one of the allowed values'],
      ['migration: Send the level.', 'migration:', '/releases/0/operations/switchLamp/0/migration must be string'],
    ],
  },
  {
    schema: 'approvals.schema.json',
    accepted: `
approvals:
  - fingerprint: 0123456789abcdef
    change: Lamp.colour must be sent
    reason: Lamps without a colour burn.
    migration: Send colour.
    owner: ada@example.com
    expires: 2026-12-24
`,
    // prettier-ignore
    rejected: [
      ['approvals:', 'approved:', '/ must NOT have additional properties approved'],
      ['reason:', 'cause:', '/approvals/0 must NOT have additional properties cause'],
      ['reason: Lamps without a colour burn.', '', "/approvals/0 must have required property 'reason'"],
      ['Send colour.', "' '", '/approvals/0/migration must match pattern "\\S"'],
      ['0123456789abcdef', '123', '/approvals/0/fingerprint must be string'],
      ['ada@example.com', 'Ada', '/approvals/0/owner must match pattern "^(@[\\w.\\-]+(/[\\w.\\-]+)?|[^\\s@]+@[^\\s@]+\\.[^\\s@]+)$"'],
      ['2026-12-24', '24.12.2026', '/approvals/0/expires must match format "date"'],
    ],
  },
];

describe.each(kinds)('$schema', ({ schema, accepted, rejected }) => {
  test('accepts a valid document', () => {
    expect(violations(schema, parse(accepted))).toEqual([]);
  });

  test.each(rejected)('rejects a document with %j replaced by %j', (from, to, violation) => {
    expect(accepted).toContain(from);
    expect(violations(schema, parse(accepted.replace(from, () => to)))).toContain(violation);
  });
});
