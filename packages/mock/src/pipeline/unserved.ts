/** Requests for which the contract has no operation. */
import { nearest } from '@agent-conversation/cli/names';
import { isPercentEncoded } from '@agent-conversation/contract';
import { operationsById, route, routes } from '../contract.ts';
import { type Edition, isLegacy, type OtherOperation } from '../editions/editions.ts';
import { json, Rejection } from '../response.ts';
import type { MockRequest, MockResponse } from '../types.ts';

/** Responds to a method that a path lacks. */
export function otherMethod(
  { explains, otherOperations }: Edition,
  { method, path, query }: MockRequest,
  methods: readonly string[],
): MockResponse {
  if (!explains) {
    // Where no operation has the method, the service names that of the first one.
    const [first = ''] = methods;
    const others = Object.entries(otherOperations).filter(([template]) => isPath(template, path));
    const other = others.find(([template, it]) => template === path || it.method === method);
    return respondAsOther(other?.[1] ?? { method: first }, method, query);
  }
  const headers = { Allow: [...methods, 'OPTIONS'].join(', ') };
  if (method === 'OPTIONS') return { status: 204, headers, body: '' };
  throw new Rejection(405, `${method} is not a method of this path, but ${headers.Allow}`, headers);
}

/** Responds as the service does where it has an operation that the mock does not have. */
function respondAsOther(other: OtherOperation, method: string, query: string): MockResponse {
  if (method !== other.method) {
    return json(405, { detail: 'Method Not Allowed' }, { Allow: other.method });
  }
  const { requires } = other;
  if (requires === undefined || new URLSearchParams(query).has(requires)) return notFound();
  const detail = { type: 'missing', loc: ['query', requires], msg: 'Field required', input: null };
  return json(422, { detail: [detail] });
}

/** Responds to a path that the contract lacks. */
export function unknownPath(edition: Edition, request: MockRequest): MockResponse {
  if (!edition.explains) return unknownToEdition(edition, request);
  const { method, path } = request;
  if (path === '/' && (method === 'GET' || method === 'HEAD')) return json(200, { routes });
  if (!isPercentEncoded(path)) throw new Rejection(400, 'The path is not percent-encoded UTF-8');
  const segments = path.split('/', 20);
  const fill = (part: string, at: number) => (part.startsWith('{') && segments[at]) || part;
  const known = Object.values(operationsById).map((it) => it.path.split('/').map(fill).join('/'));
  const meant = nearest(path, known);
  const hint = meant === undefined ? '; GET / lists the paths' : `; did you mean ${meant}?`;
  throw new Rejection(404, `The contract has no such path${hint}`);
}

function unknownToEdition(edition: Edition, request: MockRequest): MockResponse {
  const { method, path, query, host = 'mock' } = request;
  const other = Object.entries(edition.otherOperations).find(([template]) =>
    isPath(template, path),
  );
  if (other) return respondAsOther(other[1], method, query);
  let shorter = path;
  while (shorter.endsWith('/')) shorter = shorter.slice(0, -1);
  if (shorter !== path && isServed(edition, shorter)) {
    const location = `http://${host}${shorter}${query && `?${query}`}`;
    return { status: 307, headers: { Location: location }, body: '' };
  }
  return notFound();
}

function isServed({ hasLegacy, otherOperations }: Edition, path: string): boolean {
  if (Object.keys(otherOperations).some((template) => isPath(template, path))) return true;
  const [first] = route(path)?.operations.values() ?? [];
  return first !== undefined && (hasLegacy || !isLegacy(first.id));
}

/** The 404 of the service for what it does not have. */
export function notFound(): MockResponse {
  return json(404, { detail: 'Not Found' });
}

function isPath(template: string, path: string): boolean {
  const parts = path.split('/');
  const expected = template.split('/');
  if (parts.length !== expected.length) return false;
  return expected.every((part, at) =>
    part.startsWith('{') ? parts[at] !== '' : part === parts[at],
  );
}
