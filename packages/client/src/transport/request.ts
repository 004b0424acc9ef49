import { serializePrimitiveParam } from 'openapi-fetch';
import type { Input, Operation } from '../operation.ts';

/**
 * The address of a call.
 *
 * @throws {TypeError} when an id would lead to another path, or a parameter cannot be sent
 */
export function urlOf(baseUrl: string, operation: Operation, { path, query }: Input): string {
  let url = baseUrl + operation.path;
  for (const [name, value] of Object.entries(path ?? {})) {
    url = url.replace(`{${name}}`, segmentOf(name, value));
  }
  const parameters = Object.entries(query ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]: [string, string | readonly string[]]) => parameterOf(name, value));
  return parameters.length > 0 ? `${url}?${parameters.join('&')}` : url;
}

/**
 * An id as a segment of a path. An empty one, `.` and `..` are taken out of the path by whoever reads it,
 * and would lead to another operation (RFC 3986, section 5.2.4).
 */
function segmentOf(name: string, value: unknown): string {
  if (typeof value === 'string' && !/^\.{0,2}$|\p{Surrogate}/u.test(value)) {
    return encodeURIComponent(value);
  }
  throw new TypeError(`${name} must be an id, not ${JSON.stringify(value)}`);
}

/**
 * A parameter of the query; a list is repeated (OpenAPI 3.1.1, section 4.8.12.2: style form, exploded). Half
 * a character cannot be sent, nor can an empty list: without the parameter, the call means something else.
 */
function parameterOf(name: string, value: string | readonly string[]): string {
  const values = [value].flat();
  if (values.length > 0 && !/\p{Surrogate}/u.test(values.join())) {
    return values.map((item) => serializePrimitiveParam(name, item)).join('&');
  }
  throw new TypeError(`${name} cannot be sent as ${JSON.stringify(value)}; leave it out`);
}
