import { upperFirst } from './docstring.ts';
import type { Operation } from './operation.ts';

/** The parameters of an operation, as TypeScript has them. */
export function parametersOf(operation: Operation): string[] {
  const { pathParameters, body, queryParameters } = operation;
  return [
    ...pathParameters.map(({ name }) => `${name}: string`),
    ...(body ? [`body${body.required ? '' : '?'}: ${body.type}`] : []),
    ...(queryParameters.length > 0
      ? [`query${queryParameters.some((it) => it.required) ? '' : '?'}: ${queryType(operation)}`]
      : []),
    'options?: CallOptions',
  ];
}

/** The names of the parameters; what an optional body stands for when it is left out is in its place. */
export function parameterNames(operation: Operation): string[] {
  const { pathParameters, body, queryParameters } = operation;
  return [
    ...pathParameters.map(({ name }) => name),
    ...(body ? [body.required ? 'body' : 'body = {}'] : []),
    ...(queryParameters.length > 0 ? ['query'] : []),
    'options',
  ];
}

/** What the parameters are sent as. */
export function inputOf({ pathParameters, body, queryParameters }: Operation): string {
  const members = [
    ...(pathParameters.length > 0
      ? [`path: { ${pathParameters.map(({ name }) => name).join(', ')} }`]
      : []),
    ...(body ? ['body'] : []),
    ...(queryParameters.length > 0 ? ['query'] : []),
  ];
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}';
}

/** The name of the type of an operation's query. */
export function queryType({ id }: Operation): string {
  return `${upperFirst(id)}Query`;
}

/** The name of the type of what an operation's function gives. */
export function resultType({ id }: Operation): string {
  return `${upperFirst(id)}Result`;
}
