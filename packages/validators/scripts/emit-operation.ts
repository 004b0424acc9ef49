import type { Operation } from './operations.ts';

/** The JavaScript source of the module of one operation. */
export function emitOperation({ id, method, path, parameters, body, answers }: Operation): string {
  const checks = new Set(
    [
      ...parameters.map(({ schema }) => schema),
      body?.schema,
      ...answers.flatMap(({ schema, headers }) => [schema, headers?.schema]),
    ].flatMap((schema) => schema?.name ?? []),
  );
  return lines(
    "import { operation } from '../../src/operation.ts';",
    ...[...checks].map((name) => `import { check as ${name} } from '../checks/${name}.js';`),
    '',
    `export const ${id} = /* @__PURE__ */ operation({`,
    `  id: ${JSON.stringify(id)},`,
    `  method: ${JSON.stringify(method)},`,
    `  path: ${JSON.stringify(path)},`,
    '  parameters: {',
    ...parameters.map((group) => `    ${group.place}: ${emitParameters(group)},`),
    '  },',
    ...(body ? [`  body: { required: ${body.required}, check: ${body.schema.name} },`] : []),
    '  answers: {',
    ...answers.map(({ status, schema }) => `    ${status}: ${schema?.name ?? null},`),
    '  },',
    '  answerHeaders: {',
    ...answers.flatMap(({ status, headers }) =>
      headers ? [`    ${status}: ${emitParameters(headers)},`] : [],
    ),
    '  },',
    '});',
  );
}

function emitParameters({ all, schema }: Operation['parameters'][number]): string {
  return `{ all: ${JSON.stringify(all)}, check: ${schema.name} }`;
}

/** The JavaScript source of the module that exports all operations. */
export function emitIndex(operations: readonly Operation[]): string {
  return lines(
    ...operations.map(({ id }) => `import { ${id} } from './operations/${id}.js';`),
    '',
    'export {',
    ...operations.map(({ id }) => `  ${id},`),
    '};',
    'export const operations = {',
    ...operations.map(({ id }) => `  ${id},`),
    '};',
  );
}

/** The declarations of the module that exports all operations. */
export function emitIndexTypes(operations: readonly Operation[]): string {
  return lines(
    "import type { OperationId, OperationValidator } from './api.ts';",
    '',
    "export type * from './api.ts';",
    ...operations.flatMap(({ id, method, path, summary }) => [
      '',
      `/** ${summary.replaceAll('*/', '*\\/')}: \`${method} ${path}\`. */`,
      `export declare const ${id}: OperationValidator<'${id}'>;`,
    ]),
    '',
    '/** The validators of all operations, by their ids. */',
    'export declare const operations: { readonly [Id in OperationId]: OperationValidator<Id> };',
  );
}

function lines(...all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}
