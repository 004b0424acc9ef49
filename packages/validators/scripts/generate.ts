/** Generates the validators: a module for each operation, and one for each schema that is checked. */
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type Contract,
  type ContractOperation,
  dereference,
  type Header,
  nameOf,
  operationsOf,
  type Parameter,
  parametersOf,
  pointerTo,
  type Reference,
  type RequestBody,
  resolve,
  type Response,
} from '@agent-conversation/contract';
import {
  docComment,
  UnsupportedError,
  writeGenerated,
} from '@agent-conversation/contract/generate';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { build } from 'rolldown';
import { compile } from './compile.ts';
import { type Schema, schemaAt } from './schema.ts';

/**
 * Returns all generated files: the text of each by its name.
 *
 * @throws {UnsupportedError} when there is anything in the contract of which no validator can be made
 */
export function generatedFiles(root: Contract): Record<string, string> {
  const files: Record<string, string> = {};
  for (const [name, schema] of Object.entries(root.components.schemas)) {
    const pointer = pointerTo('/components/schemas', name);
    files[`checks/${name}.js`] = compile(schemaAt(root, schema, pointer, [pointer]), pointer);
  }
  const operations = operationsOf(root);
  for (const operation of operations) {
    files[`operations/${operation.id}.js`] = moduleOf(root, operation, files);
  }
  const ids = operations.map(({ id }) => id);
  const imports = ids.map((id) => `import { ${id} } from './operations/${id}.js';\n`);
  const list = ids.join(', ');
  return {
    ...files,
    'index.js': `${imports.join('')}
export { ${list} };
export const operations = { ${list} };
`,
    'index.d.ts': declarations(operations),
  };
}

function declarations(operations: readonly ContractOperation[]): string {
  const validators = operations.map(({ id, method, path, value: { summary } }) => {
    const docs = docComment([`${summary}: \`${method.toUpperCase()} ${path}\`.`]);
    return `\n${docs}export declare const ${id}: OperationValidator<'${id}'>;\n`;
  });
  return `import type { OperationId, OperationValidator } from './api.ts';

export type * from './api.ts';
${validators.join('')}
/** The validators of all operations, by their ids. */
export declare const operations: { readonly [Id in OperationId]: OperationValidator<Id> };
`;
}

const json = 'application/json';

/** Returns the module of an operation, and adds those of the checks of its parameters and headers. */
function moduleOf(
  root: Contract,
  { id, method, path, pointer, value, item }: ContractOperation,
  files: Record<string, string>,
): string {
  const imports = new Set<string>();
  const importCheck = (name: string, file = name) => {
    imports.add(`import { check as ${name} } from '../checks/${file}.js';\n`);
    return name;
  };
  const bodyOf = (content: RequestBody['content'], at: string) => {
    const other = Object.keys(content).find((type) => type !== json);
    if (other) throw new UnsupportedError(at, `the content type ${other} is not supported`);
    const { $ref } = content[json]!.schema;
    if (!$ref) throw new UnsupportedError(at, 'a body must be a $ref to a schema with a name');
    return importCheck(nameOf($ref));
  };
  const parametersIn = (name: string, file: string, all: readonly Parameter[], at: string) => {
    const read = all.map((it) => readParameter(root, it, pointerTo(at, it.name)));
    const schema = {
      type: 'object',
      properties: Object.fromEntries(read.map((it) => [it.parameter.name, it.schema])),
      required: all.filter((it) => it.required).map((it) => it.name),
    };
    files[`checks/${file}.js`] ??= compile(schema, at);
    const parameters = JSON.stringify(read.map(({ parameter }) => parameter));
    return `{ all: ${parameters}, check: ${importCheck(name, file)} }`;
  };
  const responseOf = ([status, node]: readonly [string, Response | Reference]) => {
    const at = pointerTo(pointer, 'responses', status);
    if (!/^[1-5]\d\d$/.test(status)) {
      throw new UnsupportedError(at, 'only single statuses are supported');
    }
    const { pointer: target = at, value: response } = resolve(root, node);
    const { content, headers = {} } = response as Response;
    const body = content ? bodyOf(content, at) : 'null';
    // A header of a response is read as a header parameter is (OpenAPI 3.1.1, section 4.8.21).
    const all = Object.entries(headers).map(
      ([name, it]) => ({ ...dereference<Header>(root, it), name, in: 'header' }) as const,
    );
    if (all.length === 0) return `    ${status}: { body: ${body} },\n`;
    const file = target === at ? `${id}/headers${status}` : `headers/${nameOf(`#${target}`)}`;
    const group = parametersIn(`headers${status}`, file, all, `${target}/headers`);
    return `    ${status}: { body: ${body}, headers: ${group} },\n`;
  };

  const groups = [...Map.groupBy(parametersOf(root, { item, value }), (it) => it.in)].map(
    ([location, all]) =>
      `    ${location}: ${parametersIn(location, `${id}/${location}`, all, `${pointer}/parameters`)},\n`,
  );
  const body = value.requestBody && dereference<RequestBody>(root, value.requestBody);
  const check = body && bodyOf(body.content, pointerTo(pointer, 'requestBody'));
  const responses = Object.entries(value.responses).map(responseOf);
  return `import { operation } from '../../src/operation.ts';
${[...imports].join('')}
export const ${id} = /* @__PURE__ */ operation({
  id: '${id}',
  method: '${method.toUpperCase()}',
  path: ${JSON.stringify(path)},
  parameters: {
${groups.join('')}  },
${body ? `  body: { required: ${body.required === true}, check: ${check} },\n` : ''}  responses: {
${responses.join('')}  },
});
`;
}

/** Keywords of a parameter that do not change how it is read. */
const known =
  /^(name|in|required|schema|style|explode|description|deprecated|example|examples|x-.*)$/;

function readParameter(root: Contract, node: Parameter, pointer: string) {
  const reject = (reason: string): never => {
    throw new UnsupportedError(pointer, reason);
  };
  const { name, in: location } = node;
  const unknown = Object.keys(node).find((it) => !known.test(it));
  if (unknown !== undefined) reject(`"${unknown}" of a parameter is not supported`);
  if (location === 'cookie') reject('a parameter in cookie is not supported');
  const isQuery = location === 'query';
  const { style = isQuery ? 'form' : 'simple', explode = isQuery } = node;
  if (isQuery ? style !== 'form' || !explode : style !== 'simple') {
    reject('only the style form with explode is supported in a query, and simple elsewhere');
  }
  const schema = withoutNull(schemaAt(root, node.schema, pointer));
  const list = schema.type === 'array';
  const item = list ? withoutNull(schema.items ?? {}) : schema;
  const type = simpleTypes.find((it) => it === item.type);
  if (!type) return reject('a parameter must be of one simple type, or a list of one');
  return { parameter: { name, type, list }, schema: list ? { ...schema, items: item } : schema };
}

const simpleTypes = ['string', 'integer', 'number', 'boolean'] as const;

/** A parameter cannot be null. */
function withoutNull(schema: Schema): Schema {
  const types = [schema.type ?? []].flat().filter((name) => name !== 'null');
  return types.length === 1 ? { ...schema, type: types[0]! } : schema;
}

const generated = new URL('../generated/', import.meta.url);
const dist = new URL('../dist/', import.meta.url);

/** Bundles a module for each operation, and one for each thing that several of them share. */
async function bundle(): Promise<void> {
  const input = readdirSync(new URL('operations/', generated)).map((name) => [
    `operations/${name.replace(/\.js$/, '')}`,
    fileURLToPath(new URL(`operations/${name}`, generated)),
  ]);
  rmSync(dist, { recursive: true, force: true });
  await build({
    input: Object.fromEntries(input) as Record<string, string>,
    platform: 'neutral',
    output: {
      dir: fileURLToPath(dist),
      entryFileNames: '[name].js',
      chunkFileNames: 'common/[name].js',
    },
    logLevel: 'warn',
  });
  for (const name of ['index.js', 'index.d.ts']) {
    cpSync(new URL(name, generated), new URL(name, dist));
  }
}

if (import.meta.main) {
  const files = () => generatedFiles(document as unknown as Contract);
  if (await writeGenerated(generated, files)) await bundle();
}
