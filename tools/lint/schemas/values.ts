/** Reports values in schemas that the schema itself rejects: `default`, `enum`, and null. */
import {
  isList,
  isObject,
  type Json,
  type JsonObject,
  listOf,
  textOf,
} from '@agent-conversation/contract';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { BundleReport, type Contract, type Diagnostic } from '../diagnostic.ts';
import { type LocatedSchema, schemasOf, show } from './schemas-of.ts';

/** Returns what rejects a value; undefined if nothing does, or if the schema cannot be compiled. */
type FindViolation = (
  schema: JsonObject,
  value: Json,
) => ErrorObject | undefined;

/** Reports values in schemas that the schemas themselves reject. */
export function checkValues(contract: Contract): readonly Diagnostic[] {
  const findViolation = violationsIn(contract.document);
  return [
    ...checkDefaults(contract, findViolation),
    ...checkEnums(contract, findViolation),
    ...checkNulls(contract, findViolation),
  ];
}

/** Reports each `default` that its schema rejects. */
function checkDefaults(
  { files, document }: Contract,
  findViolation: FindViolation,
): readonly Diagnostic[] {
  const report = new BundleReport(files, 'contract-defaults');
  for (const { schema, path } of schemasOf(document)) {
    const { default: value, ...others } = schema;
    const violation =
      value === undefined ? undefined : findViolation(others, value);
    if (violation === undefined) continue;
    const problem = `${show('default', value)} must be valid under its schema, and ${reasonOf(violation)}`;
    report.add(
      [...path, 'default'],
      `${problem}: fix the value, or the schema.`,
    );
  }
  return report.diagnostics;
}

/** Reports each value of an `enum` that the keywords beside it reject. */
function checkEnums(
  { files, document }: Contract,
  findViolation: FindViolation,
): readonly Diagnostic[] {
  const report = new BundleReport(files, 'contract-enums');
  for (const { schema, path } of schemasOf(document)) {
    const { enum: values, const: _, ...others } = schema;
    for (const [i, value] of listOf(values).entries()) {
      const violation = findViolation(others, value);
      // Null has a rule of its own.
      if (violation === undefined || value === null) continue;
      const problem = `The value ${JSON.stringify(value)} of \`enum\` can never occur, as it ${reasonOf(violation)}`;
      report.add(
        [...path, 'enum', i],
        `${problem}: remove it, or fix what rejects it.`,
      );
    }
  }
  return report.diagnostics;
}

/** Reports schemas whose keywords disagree about null, and those that state it as OpenAPI 3.0 did. */
function checkNulls(
  { files, document }: Contract,
  findViolation: FindViolation,
): readonly Diagnostic[] {
  const report = new BundleReport(files, 'contract-nulls');
  for (const located of schemasOf(document)) {
    const { schema, path } = located;
    const allowsNull = listOf(schema['type']).includes('null');
    const violation = allowsNull ? findViolation(schema, null) : undefined;
    if (listOf(schema['type']).includes(null)) {
      const message =
        "`type` must name null in quotes: write 'null', as null alone is no type.";
      report.add([...path, 'type'], message);
    } else if ('nullable' in schema) {
      report.add([...path, 'nullable'], nullableMessage(located));
    } else if (violation) {
      report.add(
        [...path, 'type'],
        `\`type\` allows null, but null ${reasonOf(violation)}: ${remedy(schema)}`,
      );
    } else if (
      !allowsNull &&
      'type' in schema &&
      listOf(schema['enum']).includes(null)
    ) {
      report.add(
        [...path, 'enum'],
        `\`enum\` has null, which \`type\` rejects: write \`${nullableType(schema)}\`, or remove null.`,
      );
    }
  }
  return report.diagnostics;
}

function nullableMessage({ schema }: LocatedSchema): string {
  if (schema['nullable'] !== true) {
    return '`nullable` is not part of OpenAPI 3.1: remove it.';
  }
  return `\`nullable: true\` is not part of OpenAPI 3.1: write ${nullableForm(schema)}.`;
}

/** Returns how a schema states that null is valid as well. */
function nullableForm(schema: JsonObject): string {
  const { $ref, enum: values } = schema;
  if (typeof $ref === 'string')
    return "`anyOf: [{ $ref: … }, { type: 'null' }]`";
  if (isList(values) && !values.includes(null)) {
    return `\`${nullableType(schema)}\`, and add null to \`enum\``;
  }
  return `\`${nullableType(schema)}\``;
}

function nullableType({ type }: JsonObject): string {
  const types = [type ?? 'string']
    .flat()
    .filter((name) => name !== 'null')
    .map(textOf);
  return `type: [${types.join(', ')}, 'null']`;
}

function remedy(schema: JsonObject): string {
  if ('$ref' in schema) return `write ${nullableForm(schema)}.`;
  if ('enum' in schema)
    return "add null to `enum`, or remove 'null' from `type`.";
  return "fix that, or remove 'null' from `type`.";
}

function violationsIn(document: unknown): FindViolation {
  const formats = { ...fullFormats, password: true } as const;
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    logger: false,
    formats,
  });
  if (isObject(document)) ajv.addSchema(document, 'contract');
  const compile = memoized((text) =>
    ajv.compile(JSON.parse(text) as JsonObject),
  );
  return (schema, value) => {
    // Equal constraints are compiled once.
    const constraints = Object.entries(schema).filter(
      ([keyword]) => !isAnnotation(keyword),
    );
    const text = JSON.stringify(Object.fromEntries(constraints)).replaceAll(
      '"$ref":"#/',
      '"$ref":"contract#/',
    );
    try {
      const validate = compile(text);
      return validate(value) ? undefined : validate.errors?.at(-1);
    } catch {
      // A pattern or a reference that other rules report.
      return undefined;
    }
  };
}

/** Whether a keyword states nothing about values. */
function isAnnotation(keyword: string): boolean {
  return (
    keyword.startsWith('x-') ||
    /^(title|description|default|examples?)$/.test(keyword)
  );
}

function memoized<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const value = known.get(text) ?? make(text);
    known.set(text, value);
    return value;
  };
}

/** Returns a message of Ajv with its values. */
function reasonOf({ instancePath, message, params }: ErrorObject): string {
  const allowed: unknown = params['allowedValues'] ?? params['allowedValue'];
  const list = allowed === undefined ? '' : ` (${JSON.stringify(allowed)})`;
  const where = instancePath === '' ? '' : ` at ${instancePath}`;
  return `${message}${list}${where}`;
}
