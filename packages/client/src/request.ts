import { createQuerySerializer } from 'openapi-fetch';
import type { Input, Operation } from './operation.ts';

const serializeQuery = /* @__PURE__ */ createQuerySerializer<object>();

/**
 * The address of a call.
 *
 * @throws {TypeError} when an id would lead to another path, or a list is empty
 */
export function urlOf(baseUrl: string, { path }: Operation, input: Input): string {
  let url = baseUrl + path;
  for (const [name, value] of Object.entries(input.path ?? {})) {
    url = url.replace(`{${name}}`, segmentOf(name, value));
  }
  if (!input.query) return url;
  for (const [name, value] of Object.entries(input.query)) checkList(name, value);
  const query = serializeQuery(input.query);
  return query === '' ? url : `${url}?${query}`;
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

/** An empty list cannot be sent: without the parameter, the call means something else. */
function checkList(name: string, value: unknown): void {
  if (Array.isArray(value) && value.length === 0) {
    throw new TypeError(`${name} is an empty list; leave it out, or do not call`);
  }
}
