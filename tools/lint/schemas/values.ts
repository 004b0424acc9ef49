/** Reports values in schemas that the schema itself rejects: `default`, `enum`, and null. */
import {
  isObject,
  type Json,
  type JsonObject,
  listOf,
} from '@agent-conversation/contract';
import {
  Ajv2020,
  type ErrorObject,
  type ValidateFunction,
} from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { Report, type Contract, type Diagnostic } from '../diagnostic.ts';
import { type LocatedSchema, schemasOf, show } from './schemas-of.ts';

/** Returns what rejects a value; undefined if nothing does, or if the schema cannot be compiled. */
type FindViolation = (
  schema: JsonObject,
  value: Json,
) => ErrorObject | undefined;

/** Reports values in schemas that the schemas themselves reject. */
export function checkValues({
  files,
  document,
}: Contract): readonly Diagnostic[] {
  const findViolation = violationsIn(document);
  const defaults = new Report(files, 'contract-defaults');
  const enums = new Report(files, 'contract-enums');
  const nulls = new Report(files, 'contract-nulls');
  for (const located of schemasOf(document)) {
    checkDefault(defaults, located, findViolation);
    checkEnum(enums, located, findViolation);
    checkNull(nulls, located, findViolation);
  }
  return [defaults, enums, nulls].flatMap(({ diagnostics }) => diagnostics);
}

/** Reports a `default` that its schema rejects. */
function checkDefault(
  report: Report,
  { schema, path }: LocatedSchema,
  findViolation: FindViolation,
): void {
  const { default: value, ...others } = schema;
  if (value === undefined) return;
  const violation = findViolation(others, value);
  if (violation === undefined) return;
  const problem = `${show('default', value)} must be valid under its schema, and ${reasonOf(violation)}`;
  report.add([...path, 'default'], `${problem}: fix the value, or the schema.`);
}

/** Reports each value of an `enum` that the keywords beside it reject. */
function checkEnum(
  report: Report,
  { schema, path }: LocatedSchema,
  findViolation: FindViolation,
): void {
  const { enum: values, const: _, ...others } = schema;
  for (const [i, value] of listOf(values).entries()) {
    const violation = findViolation(others, value);
    // Null has a rule of its own.
    if (violation === undefined || value === null) continue;
    const problem = `The value ${JSON.stringify(value)} of \`enum\` can never occur, as it ${reasonOf(violation)}`;
    const message = `${problem}: remove it, or fix what rejects it.`;
    report.add([...path, 'enum', i], message);
  }
}

/** Reports a schema whose keywords disagree about null, or that states it as OpenAPI 3.0 did. */
function checkNull(
  report: Report,
  { schema, path }: LocatedSchema,
  findViolation: FindViolation,
): void {
  const types = listOf(schema['type']);
  const allowsNull = types.includes('null');
  const violation = allowsNull ? findViolation(schema, null) : undefined;
  const isOnlyInEnum =
    !allowsNull && 'type' in schema && listOf(schema['enum']).includes(null);
  if (types.includes(null)) {
    const message =
      "`type` must name null in quotes: write 'null', as null alone is no type.";
    report.add([...path, 'type'], message);
  } else if ('nullable' in schema) {
    const message =
      "`nullable` is not part of OpenAPI 3.1: add 'null' to `type`, or to `anyOf` beside a $ref, or remove it.";
    report.add([...path, 'nullable'], message);
  } else if (violation) {
    const problem = `\`type\` allows null, but null ${reasonOf(violation)}`;
    const message = `${problem}: fix that, or remove 'null' from \`type\`.`;
    report.add([...path, 'type'], message);
  } else if (isOnlyInEnum) {
    const message =
      "`enum` has null, which `type` rejects: add 'null' to `type`, or remove null.";
    report.add([...path, 'enum'], message);
  }
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
  // Equal constraints are compiled once.
  const compiled = new Map<string, ValidateFunction>();
  return (schema, value) => {
    const constraints = Object.entries(schema).filter(
      ([keyword]) => !isAnnotation(keyword),
    );
    const text = JSON.stringify(Object.fromEntries(constraints)).replaceAll(
      '"$ref":"#/',
      '"$ref":"contract#/',
    );
    try {
      const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
      compiled.set(text, validate);
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

/** Returns a message of Ajv with its values. */
function reasonOf({ instancePath, message, params }: ErrorObject): string {
  const allowed: unknown = params['allowedValues'] ?? params['allowedValue'];
  const list = allowed === undefined ? '' : ` (${JSON.stringify(allowed)})`;
  const where = instancePath === '' ? '' : ` at ${instancePath}`;
  return `${message}${list}${where}`;
}
