import { globSync, readFileSync } from 'node:fs';
import { basename, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(root + file, 'utf8');
const settings = parse(read('.vscode/settings.json')) as {
  'yaml.schemas': Record<string, string>;
};
const mapping = Object.entries(settings['yaml.schemas']);

const formats = { date: /^\d{4}-\d\d-\d\d$/ };
const ajv = new Ajv({ allErrors: true, strictTypes: false, formats });
ajv.addVocabulary(['enumDescriptions', 'errorMessage', 'patternErrorMessage']);
for (const file of globSync('openapi/editor/*.schema.json', { cwd: root }))
  ajv.addSchema(parse(read(file)) as object, basename(file));

/** Returns the violations of a document: the JSON Pointer, then the message. */
function violations(schema: string, document: unknown): string[] {
  ajv.validate(schema, document);
  return (ajv.errors ?? [])
    .filter(({ keyword }) => keyword !== 'if')
    .map(({ instancePath, message, params }) =>
      [instancePath || '/', message, params['additionalProperty']]
        .filter(Boolean)
        .join(' '),
    );
}

const exclude = [
  'node_modules',
  'dist',
  'editor',
  'evidence',
  'expected',
  'released',
].map((it) => `openapi/${it}`);
const files = globSync('openapi/**/*.yaml', { cwd: root, exclude });
const schemasOf = (file: string) =>
  mapping
    .filter(([, glob]) => matchesGlob(file, glob))
    .map(([path]) => basename(path));

test.each(files)('%s matches exactly one schema and is valid', (file) => {
  const schemas = schemasOf(file);
  expect(schemas).toHaveLength(1);
  // The diff validates it with the same schema, and names the line.
  if (file === 'openapi/approvals.yaml') return;
  expect(violations(schemas[0]!, parse(read(file)))).toEqual([]);
});

/** What is replaced in the first fixture of a schema that has it, by what, and the violation that is reported. */
type Rejected = readonly [from: RegExp, to: string, violation: string | RegExp];

const additional = 'must NOT have additional properties';
const undecided: Rejected = [
  /x-decision: D\d\d/,
  '',
  /must have required property 'x-decision'$/,
];

// prettier-ignore
const guessed: Rejected = [/x-provenance: \w+/, 'x-provenance: guessed', /x-provenance must be equal to one/];

// prettier-ignore
const rejections: Record<string, readonly Rejected[]> = {
  openapi: [
    [/jsonSchemaDialect:/, 'jsonSchemaDialct:', `/ ${additional} jsonSchemaDialct`],
    [/x-tagGroups:/, 'x-tagGroup:', `/ ${additional} x-tagGroup`],
    [/\.\/paths\/\S+/, 'pets.yaml', /^\/paths\/\S+\/\$ref must match pattern/],
    [/in: header/, 'at: header', /SessionApiKey must have required property 'in'$/],
  ],
  'path-item': [
    undecided, guessed,
    [/operationId:/, 'operationID:', /^\/\w+ must NOT have additional properties operationID$/],
    [/x-decision: D\d\d/, 'x-decision: D1', /x-decision must match pattern/],
    [/x-retry: \w+/, 'x-retry: maybe', /^\/\w+\/x-retry must be equal to one/],
    [/['"]200['"]:/, 'OK:', /responses property name must be valid$/],
    [/\$ref: (?=\S+parameters)/, 'ref: ', /parameters\/\d must NOT have additional properties ref$/],
    [/x-codeSamples:/, 'x-samples:', /^\/\w+ must have required property 'x-codeSamples'$/],
    [/lang: Shell/, 'lang: Bash', /^\/\w+\/x-codeSamples\/0\/lang must be equal to one/],
    [/failure\.ts/, 'failing.ts', /x-codeSamples\/5\/source\/\$ref must match pattern/],
  ],
  schema: [
    undecided, guessed,
    [/^properties:/m, 'propertys:', `/ ${additional} propertys`],
    [/cause: time/, 'cause: age', /x-lifecycle\/transitions\/\d+\/cause must be equal to one/],
    [/cause: time/, '', /x-lifecycle\/transitions\/\d+ must have required property 'cause'$/],
    [/cause: time/, 'operation: x\n      cause: time', /cause boolean schema is false$/],
    [/x-assumed: \{ \w+/, 'x-assumed: { type', /x-assumed must NOT have additional properties type$/],
    [/x-secret: true/, 'x-secret: false', /x-secret must be equal to one of the allowed values/],
    [/type: object/, 'type: objekt', /type must be equal to one of the allowed values$/],
  ],
  parameter: [
    undecided, guessed,
    [/description:/, 'desciption:', `/ ${additional} desciption`],
    [/x-provenance: observed/, 'x-provenance: documented', '/x-decision boolean schema is false'],
    [/required: true/, 'required: false', '/required must be equal to constant'],
    [/^example:/m, 'x:', "/ must have required property 'example'"],
    [/^example:/m, 'content: {}\nx:', '/schema boolean schema is false'],
  ],
  response: [undecided, guessed, [/examples:/, 'exmples:', `/content/application~1json ${additional} exmples`]],
  header: [[/schema:/, 'shema:', `/ ${additional} shema`]],
  example: [
    [/summary:/, 'sumary:', `/ ${additional} sumary`],
    [/^value:/m, 'x-provenance: observed\nvalue:', `/ ${additional} x-provenance`],
  ],
  arazzo: [
    [/operationId:/, 'operationID:', /^\/workflows\/0\/steps\/0 must NOT have additional properties operationID$/],
    [/type: (retry|goto|end)/, 'type: repeat', /type must be equal to one of the allowed values$/],
    [/inputs:/, 'x-provenance: observed\n    inputs:', `/workflows/0 ${additional} x-provenance`],
  ],
  changelog: [
    [/version:/, 'verson:', `/releases/0 ${additional} verson`],
    [/summary: .+/, '', "/releases/0 must have required property 'summary'"],
    [/date: .+/, 'date: 24.12.2026', /^\/releases\/0\/date must match pattern/],
    [/- added:/, '- add:', /must NOT have additional properties add$/],
    [/- added:/, '- fixed: It.\n        added:', /must match exactly one schema in oneOf$/],
    [/operations: .+/, 'breaks: [reader]', /breaks\/0 must be equal to one of the allowed values$/],
    [/operations: .+/, 'migration:', /migration must be string$/],
    [/operations: .+/, 'operations: listPets', /operations must be array$/],
  ],
  approvals: [
    [/approvals:/, 'approved:', `/ ${additional} approved`],
    [/reason:/, 'cause:', `/approvals/0 ${additional} cause`],
    [/reason: .+/, '', "/approvals/0 must have required property 'reason'"],
    [/Send color\./, "' '", '/approvals/0/migration must match pattern "\\S"'],
    [/0123456789abcdef/, '123', '/approvals/0/fingerprint must be string'],
    [/ada@example\.com/, 'Ada', /owner must match pattern/],
    [/2026-12-24/, '24.12.2026', '/approvals/0/expires must match format "date"'],
  ],
};

/** The files in `fixtures/` that are not named like their schema. */
const furtherFixtures: Readonly<Record<string, readonly string[]>> = {
  parameter: ['parameter-in-path'],
  schema: ['lifecycle'],
};

describe.each(Object.entries(rejections))(
  '%s.schema.json',
  (name, rejected) => {
    const schema = `${name}.schema.json`;
    const texts = [name, ...(furtherFixtures[name] ?? [])].map((fixture) =>
      read(`openapi/editor/fixtures/${fixture}.yaml`),
    );

    test('accepts its fixtures', () => {
      for (const text of texts)
        expect(violations(schema, parse(text))).toEqual([]);
    });

    test.each(rejected)(
      'rejects a file with %s replaced by %j',
      (from, to, violation) => {
        const text = texts.find((it) => from.test(it))!;
        const found = violations(schema, parse(text.replace(from, to)));
        const isExpected = (it: string) =>
          violation instanceof RegExp ? violation.test(it) : it === violation;
        expect(found.some(isExpected), found.join('\n')).toBe(true);
      },
    );
  },
);
