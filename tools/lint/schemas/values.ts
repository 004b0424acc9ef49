/** Reports values in schemas that the schema itself rejects: `default`, `enum`, and null. */
import {
  isObject,
  type Json,
  type JsonObject,
  listOf,
} from '@agent-conversation/contract';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { Report, type Contract, type Diagnostic } from '../diagnostic.ts';
import { schemasOf, show } from './schemas-of.ts';

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
  const report = new Report(files, 'contract-defaults');
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
  const report = new Report(files, 'contract-enums');
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
  const report = new Report(files, 'contract-nulls');
  for (const { schema, path } of schemasOf(document)) {
    const allowsNull = listOf(schema['type']).includes('null');
    const violation = allowsNull ? findViolation(schema, null) : undefined;
    if (listOf(schema['type']).includes(null)) {
      const message =
        "`type` must name null in quotes: write 'null', as null alone is no type.";
      report.add([...path, 'type'], message);
    } else if ('nullable' in schema) {
      const message = `\`nullable\` is not part of OpenAPI 3.1: add 'null' to \`type\`, or to \`anyOf\` beside a $ref, or remove it.`;
      report.add([...path, 'nullable'], message);
    } else if (violation) {
      const problem = `\`type\` allows null, but null ${reasonOf(violation)}`;
      const message = `${problem}: fix that, or remove 'null' from \`type\`.`;
      report.add([...path, 'type'], message);
    } else if (
      !allowsNull &&
      'type' in schema &&
      listOf(schema['enum']).includes(null)
    ) {
      const message =
        "`enum` has null, which `type` rejects: add 'null' to `type`, or remove null.";
      report.add([...path, 'enum'], message);
    }
  }
  return report.diagnostics;
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
