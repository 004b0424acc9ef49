/** Generates the validators: one module with the check of each schema, and one with the operations. */
import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type Contract,
  type ContractOperation,
  contractOperations,
  isList,
  type Message,
  nameOf,
  type Parameter,
  pointerTo,
  resolve,
  upperFirst,
  valueAt,
} from '@agent-conversation/contract';
import {
  docComment,
  UnsupportedError,
  writeGenerated,
} from '@agent-conversation/contract/generate';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { build } from 'rolldown';
import { compile } from './compile.ts';
import { type LocatedSchema, type Schema, schemaAt } from './schema.ts';

/**
 * Returns all generated files: the text of each by its name.
 *
 * @throws {UnsupportedError} when there is anything in the contract of which no validator can be made
 */
export function generatedFiles(root: Contract): Record<string, string> {
  const schemas = new Map<string, LocatedSchema>();
  for (const [name, schema] of Object.entries(root.components.schemas)) {
    const pointer = pointerTo('/components/schemas', name);
    const compiled = schemaAt(root, schema, pointer, [pointer]);
    schemas.set(name, { schema: compiled, pointer });
  }
  const named = [...schemas.keys()];
  const operations = contractOperations(root);
  const validators = operations.map((operation) => {
    const description = describe(root, operation, schemas);
    const json = JSON.stringify(description, null, 2);
    const code = json.replaceAll(/"(checks\.\w+)"/g, '$1');
    return `export const ${operation.operationId} = /* @__PURE__ */ operation(${code});\n`;
  });
  const standard = [
    ...named.map(namedSchema),
    ...operations.flatMap(parameterSchemas),
  ];
  return {
    'checks.js': compile(schemas),
    'index.js': indexCode(operations, validators),
    'index.d.ts': indexDeclarations(operations),
    'schemas.js': schemasCode(standard),
    'schemas.d.ts': schemasDeclarations(standard),
  };
}

function indexCode(
  operations: readonly ContractOperation[],
  validators: readonly string[],
): string {
  const names = operations.map(({ operationId }) => operationId);
  // Without the names that objects inherit, so that an id from outside leads to an operation or to nothing.
  return `import { operation } from '../src/operation.ts';
import * as checks from './checks.js';

${validators.join('\n')}
export const operations = { __proto__: null, ${names.join(', ')} };
`;
}

function indexDeclarations(operations: readonly ContractOperation[]): string {
  const declarations = operations.map(
    ({ operationId: id, method, path, summary }) => {
      const docs = docComment([
        `${summary}: \`${method.toUpperCase()} ${path}\`.`,
      ]);
      return `\n${docs}export declare const ${id}: OperationValidator<'${id}'>;\n`;
    },
  );
  return `import type { OperationId, OperationValidator } from './api.ts';

export type * from './api.ts';
${declarations.join('')}
/** The validators of all operations, by their ids; it has no other properties. */
export declare const operations: { readonly [Id in OperationId]: OperationValidator<Id> };
`;
}

/** A schema that is exported in the form of Standard Schema. */
interface StandardExport {
  readonly name: string;
  /** The name of its check. */
  readonly check: string;
  /** The TypeScript type of its values. */
  readonly type: string;
  readonly docs: string;
}

function namedSchema(name: string): StandardExport {
  return {
    name,
    check: name,
    type: `types.${name}`,
    docs: `The schema \`${name}\`.`,
  };
}

/** Returns the schemas of the parameters of an operation, as parsed values: `limit` is a number. */
function parameterSchemas({
  operationId: id,
  parameters,
}: ContractOperation): StandardExport[] {
  const used = (['path', 'query'] as const).filter((location) =>
    parameters.some((parameter) => parameter.in === location),
  );
  return used.map((location) => ({
    name: id + upperFirst(location),
    check: `${id}_${location}`,
    type: `RequestOf<'${id}'>['${location}']`,
    docs: `The parameters of \`${id}\` in the ${location}, parsed.`,
  }));
}

function schemasCode(exports: readonly StandardExport[]): string {
  const schemas = exports.map(({ name, check }) => {
    const schema = `standardSchema(checks.${check})`;
    return `export const ${name} = /* @__PURE__ */ ${schema};\n`;
  });
  return `import { standardSchema } from '../src/standard-schema.ts';
import * as checks from './checks.js';

${schemas.join('')}`;
}

function schemasDeclarations(exports: readonly StandardExport[]): string {
  const declarations = exports.map(({ name, type, docs }) => {
    const comment = docComment([docs]);
    return `\n${comment}export declare const ${name}: StandardSchema<${type}>;\n`;
  });
  return `import type * as types from '@agent-conversation/types';
import type { RequestOf, StandardSchema } from './api.ts';

export type { StandardIssue, StandardResult, StandardSchema } from './api.ts';
${declarations.join('')}`;
}

/** Returns the description of an operation, with the names of the checks; adds the schemas of those of parameters. */
function describe(
  root: Contract,
  {
    operationId: id,
    method,
    path,
    pointer,
    requestBody: body,
    ...operation
  }: ContractOperation,
  schemas: Map<string, LocatedSchema>,
) {
  const groupOf = (all: readonly Parameter[], check: string, at: string) => {
    if (all.length === 0) return undefined;
    const read = all.map((parameter) =>
      readParameter(root, parameter, pointerTo(at, parameter.name)),
    );
    const properties = read.map(({ name, schema }) => [name, schema] as const);
    const required = all.filter((parameter) => parameter.required);
    const schema = {
      type: 'object',
      properties: Object.fromEntries(properties),
      required: required.map(({ name }) => name),
    };
    schemas.set(check, { schema, pointer: at });
    const described = read.map(({ name, type, list }) => ({
      name,
      type,
      list,
    }));
    return { all: described, check: `checks.${check}` };
  };
  const byLocation = Map.groupBy(
    operation.parameters,
    (parameter) => parameter.in,
  );
  const parameters = [...byLocation].map(([location, all]) => {
    const group = groupOf(all, `${id}_${location}`, `${pointer}/parameters`);
    return [location, group] as const;
  });
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => {
      const at = pointerTo(pointer, 'responses', status);
      if (!/^[1-5]\d\d$/.test(status)) {
        throw new UnsupportedError(at, 'only single statuses are supported');
      }
      const { pointer: target } = resolve(root, valueAt(root, at));
      const name =
        target === undefined ? `${id}_${status}` : nameOf(`#${target}`);
      const headers = groupOf(
        headersOf(response),
        `${name}_headers`,
        `${target ?? at}/headers`,
      );
      const described = { body: bodyOf(response, at), headers };
      return [status, described] as const;
    },
  );
  return {
    id,
    method: method.toUpperCase(),
    path,
    parameters: Object.fromEntries(parameters) as object,
    body: body && {
      required: body.required === true,
      check: bodyOf(body, pointerTo(pointer, 'requestBody')),
    },
    responses: Object.fromEntries(responses) as object,
  };
}

/** Returns headers of a response as parameters, as which they are read (OpenAPI 3.1.1, section 4.8.21). */
function headersOf({
  headers,
}: ContractOperation['responses'][string]): Parameter[] {
  return Object.entries(headers).map(([name, header]) => ({
    ...header,
    name,
    in: 'header',
  }));
}

/** Returns the name of the check of a body; null if there is none. */
function bodyOf({ content = {}, schema }: Message, at: string): string | null {
  const unsupportedType = Object.keys(content).find(
    (type) => type !== 'application/json',
  );
  if (unsupportedType) {
    throw new UnsupportedError(
      at,
      `the content type ${unsupportedType} is not supported`,
    );
  }
  if (!schema) return null;
  if (schema.$ref) return `checks.${nameOf(schema.$ref)}`;
  throw new UnsupportedError(
    at,
    'a body must be a $ref to a schema with a name',
  );
}

/** Keywords of a parameter that do not change how it is read. */
const known =
  /^(name|in|required|schema|style|explode|description|deprecated|example|examples|x-.*)$/;

function readParameter(root: Contract, node: Parameter, pointer: string) {
  const reject = (reason: string): never => {
    throw new UnsupportedError(pointer, reason);
  };
  const { name, in: location } = node;
  const unknown = Object.keys(node).find((keyword) => !known.test(keyword));
  if (unknown !== undefined) {
    reject(`"${unknown}" of a parameter is not supported`);
  }
  if (location === 'cookie') {
    reject('a parameter in cookie is not supported');
  }
  const isQuery = location === 'query';
  const usualStyle = isQuery ? 'form' : 'simple';
  const { style = usualStyle, explode = isQuery } = node;
  const isUsual = style === usualStyle && (explode || !isQuery);
  if (!isUsual) {
    reject(
      'only the style form with explode is supported in a query, and simple elsewhere',
    );
  }
  const schema = withoutNull(schemaAt(root, node.schema, pointer));
  const list = schema.type === 'array';
  const item = list ? withoutNull(schema.items ?? {}) : schema;
  const type = simpleTypes.find((simple) => simple === item.type);
  if (!type)
    return reject('a parameter must be of one simple type, or a list of one');
  const read = list ? { ...schema, items: item } : schema;
  return { name, type, list, schema: read };
}

const simpleTypes = ['string', 'integer', 'number', 'boolean'] as const;

/** A parameter cannot be null. */
function withoutNull(schema: Schema): Schema {
  const { type = [], enum: values } = schema;
  const types = [type].flat();
  const [only, ...others] = types.filter((name) => name !== 'null');
  if (only === undefined || others.length > 0) return schema;
  if (!isList(values)) return { ...schema, type: only };
  const remaining = values.filter((value) => value !== null);
  return { ...schema, type: only, enum: remaining };
}

const generated = new URL('../generated/', import.meta.url);
const dist = new URL('../dist/', import.meta.url);

if (import.meta.main) {
  const files = () => generatedFiles(document as unknown as Contract);
  if (await writeGenerated(generated, files)) {
    const inputs = ['index.js', 'schemas.js'].map(
      (name) => new URL(name, generated),
    );
    await build({
      input: inputs.map((url) => fileURLToPath(url)),
      platform: 'neutral',
      output: {
        dir: fileURLToPath(dist),
        cleanDir: true,
        chunkFileNames: '[name].js',
      },
      logLevel: 'warn',
    });
    for (const name of ['index.d.ts', 'schemas.d.ts']) {
      cpSync(new URL(name, generated), new URL(name, dist));
    }
  }
}
