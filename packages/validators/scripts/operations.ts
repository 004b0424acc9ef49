/** The sources of the modules of operations. */
import {
  childOf,
  type Contract,
  type ContractOperation,
  nameOf,
  objectOf,
  operationsOf,
  parametersOf,
  pointerTo,
  resolve,
  textOf,
} from '@agent-conversation/contract';
import type { Parameter, Place } from '../src/parameters.ts';
import { compile } from './compile.ts';
import { ContractError, type Schema, schemaAt } from './schema.ts';

/**
 * Returns all generated files: the text of each by its name.
 *
 * @throws {ContractError} when there is anything in the contract of which no validator can be made
 */
export function generatedFiles(root: unknown): Record<string, string> {
  const files: Record<string, string> = {};
  const checks = new Map<string, string>();
  /** Compiles a schema, and returns the name of its check. */
  const check = (name: string, schema: Schema, pointer: string): string => {
    const known = checks.get(name) ?? pointer;
    if (known !== pointer) {
      throw new ContractError(pointer, `its name, ${name}, is that of #${known}`);
    }
    if (!checks.has(name)) files[`checks/${name}.js`] = compile(schema, pointer);
    checks.set(name, pointer);
    return name;
  };
  // Every component is compiled, so that a mistake is reported with its name, used or not.
  for (const [name, schema] of Object.entries(
    objectOf(childOf(childOf(root, 'components'), 'schemas')),
  )) {
    const pointer = pointerTo('/components/schemas', name);
    compile(schemaAt(root, schema, pointer), pointer);
  }
  const operations = operationsOf(root as Contract);
  for (const operation of operations) {
    const { id, pointer } = operation;
    if (!/^[a-z]\w*$/i.test(id)) {
      throw new ContractError(`${pointer}/operationId`, 'must be a name that code can use');
    }
    if (Object.hasOwn(files, `operations/${id}.js`)) {
      throw new ContractError(pointer, `there is another operation ${id}`);
    }
    files[`operations/${id}.js`] = moduleOf(root, operation, check);
  }
  const ids = operations.map(({ id }) => id);
  return {
    ...files,
    'index.js': [
      ...ids.map((id) => `import { ${id} } from './operations/${id}.js';`),
      '',
      `export { ${ids.join(', ')} };`,
      `export const operations = { ${ids.join(', ')} };`,
      '',
    ].join('\n'),
    'index.d.ts': declarations(operations),
  };
}

function declarations(operations: readonly ContractOperation[]): string {
  return [
    "import type { OperationId, OperationValidator } from './api.ts';",
    '',
    "export type * from './api.ts';",
    ...operations.flatMap(({ id, method, path, value: { summary } }) => [
      '',
      `/** ${summary.replaceAll('*/', '*\\/')}: \`${method.toUpperCase()} ${path}\`. */`,
      `export declare const ${id}: OperationValidator<'${id}'>;`,
    ]),
    '',
    '/** The validators of all operations, by their ids. */',
    'export declare const operations: { readonly [Id in OperationId]: OperationValidator<Id> };',
    '',
  ].join('\n');
}

type AddCheck = (name: string, schema: Schema, pointer: string) => string;

function moduleOf(root: unknown, operation: ContractOperation, check: AddCheck): string {
  const { id, method, path, pointer, value } = operation;
  const used = new Set<string>();
  const add: AddCheck = (...args) => {
    const name = check(...args);
    used.add(name);
    return name;
  };
  const all = parametersOf(root, operation).map((it) => ({
    ...it,
    pointer: `${pointer}/parameters`,
  }));
  const groups = places.flatMap((place) => {
    const own = all.filter((it) => it.in === place).map((it) => parameterOf(root, it, it.pointer));
    const name = `${id}${place[0]!.toUpperCase()}${place.slice(1)}`;
    return own.length > 0
      ? [`    ${place}: ${groupOf(own, name, `${pointer}/parameters`, add)},`]
      : [];
  });
  const unknown = all.find((it) => !places.includes(it.in as Place));
  if (unknown) {
    throw new ContractError(unknown.pointer, `a parameter in ${unknown.in} is not supported`);
  }
  const requestBody = objectOf(resolve(root, value.requestBody).value);
  const body =
    value.requestBody &&
    bodyOf(root, requestBody['content'], `${id}Request`, pointerTo(pointer, 'requestBody'), add);
  const responses = Object.entries(value.responses).map(([status, node]) => {
    const at = pointerTo(pointer, 'responses', status);
    if (!/^[1-5]\d\d$/.test(status)) {
      throw new ContractError(at, 'only single statuses are supported');
    }
    const { pointer: target = at, value: response } = resolve(root, node);
    const { content, headers } = objectOf(response);
    const component = target.startsWith('/components/') ? nameOf(`#${target}`) : undefined;
    const parameters = Object.entries(objectOf(headers)).map(([name, header]) =>
      parameterOf(
        root,
        { ...objectOf(resolve(root, header).value), name, in: 'header' },
        pointerTo(target, 'headers', name),
      ),
    );
    const name = `${component ?? `${id}Response${status}`}Headers`;
    return {
      status,
      body:
        content === undefined ? 'null' : bodyOf(root, content, `${id}Response${status}`, at, add),
      headers: parameters.length > 0 ? groupOf(parameters, name, target, add) : undefined,
    };
  });
  const text = [
    `export const ${id} = /* @__PURE__ */ operation({`,
    `  id: '${id}',`,
    `  method: '${method.toUpperCase()}',`,
    `  path: ${JSON.stringify(path)},`,
    `  parameters: {`,
    ...groups,
    '  },',
    ...(body ? [`  body: { required: ${requestBody['required'] === true}, check: ${body} },`] : []),
    '  answers: {',
    ...responses.map(({ status, body: own }) => `    ${status}: ${own},`),
    '  },',
    '  answerHeaders: {',
    ...responses.flatMap(({ status, headers }) => (headers ? [`    ${status}: ${headers},`] : [])),
    '  },',
    '});',
    '',
  ];
  const imports = [...used].map(
    (name) => `import { check as ${name} } from '../checks/${name}.js';`,
  );
  return ["import { operation } from '../../src/operation.ts';", ...imports, '', ...text].join(
    '\n',
  );
}

/** Adds the check of a JSON body. A component keeps its name, so that it is compiled once. */
function bodyOf(
  root: unknown,
  content: unknown,
  name: string,
  pointer: string,
  add: AddCheck,
): string {
  const other = Object.keys(objectOf(content)).find((type) => type !== 'application/json');
  if (other !== undefined) {
    throw new ContractError(pointer, `the content type ${other} is not supported`);
  }
  const node = childOf(childOf(content, 'application/json'), 'schema');
  const $ref = childOf(node, '$ref');
  if (typeof $ref === 'string') {
    return add(nameOf($ref), schemaAt(root, node, pointer), $ref.slice('#'.length));
  }
  const at = pointerTo(pointer, 'content', 'application/json', 'schema');
  return add(name, schemaAt(root, node, at), at);
}

const places: readonly Place[] = ['path', 'query', 'header'];

/** Keywords of a parameter that do not change how it is read. */
const known =
  /^(name|in|required|schema|style|explode|description|deprecated|example|examples|pointer|x-.*)$/;

interface ReadParameter {
  readonly parameter: Parameter;
  readonly isRequired: boolean;
  readonly schema: Schema;
}

/** A header of a response is read as a header parameter is (OpenAPI 3.1.1, section 4.8.21). */
function parameterOf(root: unknown, node: object, pointer: string): ReadParameter {
  const { name, in: place, required, schema: declared, ...rest } = objectOf(node);
  const own = textOf(name);
  const at = pointerTo(pointer, own);
  const unknown = Object.keys(node).find((it) => !known.test(it));
  if (unknown !== undefined) {
    throw new ContractError(at, `"${unknown}" of a parameter is not supported`);
  }
  const isQuery = place === 'query';
  const { style = isQuery ? 'form' : 'simple', explode = isQuery } = rest;
  if (isQuery ? style !== 'form' || explode !== true : style !== 'simple') {
    throw new ContractError(
      at,
      'only the style form with explode is supported in a query, and simple elsewhere',
    );
  }
  const schema = withoutNull(schemaAt(root, declared, at));
  const isList = schema.type === 'array';
  const item = isList ? withoutNull((schema['items'] ?? {}) as Schema) : schema;
  const { type } = item;
  if (type !== 'string' && type !== 'integer' && type !== 'number' && type !== 'boolean') {
    throw new ContractError(at, 'a parameter must be of one simple type, or a list of one');
  }
  return {
    parameter: { name: own, type, list: isList },
    isRequired: required === true,
    schema: isList ? { ...schema, items: item } : schema,
  };
}

/** A parameter cannot be null. */
function withoutNull(schema: Schema): Schema {
  const types = [schema.type ?? []].flat().filter((name) => name !== 'null');
  return types.length === 1 ? { ...schema, type: types[0]! } : schema;
}

function groupOf(
  group: readonly ReadParameter[],
  name: string,
  pointer: string,
  add: AddCheck,
): string {
  const schema: Schema = {
    type: 'object',
    properties: Object.fromEntries(group.map((it) => [it.parameter.name, it.schema])),
    required: group.filter((it) => it.isRequired).map((it) => it.parameter.name),
  };
  const all = JSON.stringify(group.map(({ parameter }) => parameter));
  return `{ all: ${all}, check: ${add(name, schema, pointer)} }`;
}
