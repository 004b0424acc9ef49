/** Requests for which the contract has no operation. */
import { nearest } from '@agent-conversation/cli/names';
import { isPercentEncoded } from '@agent-conversation/contract';
import { operationsById, route, routes } from '../contract.ts';
import {
  type Edition,
  isLegacy,
  type OtherOperation,
} from '../editions/editions.ts';
import { json, Rejection } from '../response.ts';
import type { MockRequest, MockResponse } from '../types.ts';

/** Responds to a method that a path lacks. */
export function otherMethod(
  { explains, otherOperations }: Edition,
  { method, path, query }: MockRequest,
  methods: readonly string[],
): MockResponse {
  if (explains) return explainMethod(method, methods);
  const others = Object.entries(otherOperations).filter(([template]) =>
    isPath(template, path),
  );
  const entry = others.find(
    ([template, operation]) => template === path || operation.method === method,
  );
  if (entry) return respondAsOther(entry[1], method, query);
  // Where no operation has the method, the service names that of the first one.
  const [first = ''] = methods;
  return respondAsOther({ method: first }, method, query);
}

function explainMethod(
  method: string,
  methods: readonly string[],
): MockResponse {
  const allowed = [...methods, 'OPTIONS'].join(', ');
  const headers = { Allow: allowed };
  if (method === 'OPTIONS') return { status: 204, headers, body: '' };
  throw new Rejection(
    405,
    `${method} is not a method of this path, but ${allowed}`,
    headers,
  );
}

/** Responds as the service does where it has an operation that the mock does not have. */
function respondAsOther(
  other: OtherOperation,
  method: string,
  query: string,
): MockResponse {
  if (method !== other.method) {
    return json(405, { detail: 'Method Not Allowed' }, { Allow: other.method });
  }
  const { requires } = other;
  if (requires === undefined || new URLSearchParams(query).has(requires))
    return notFound();
  const detail = {
    type: 'missing',
    loc: ['query', requires],
    msg: 'Field required',
    input: null,
  };
  return json(422, { detail: [detail] });
}

/** Responds to a path that the contract lacks. */
export function unknownPath(
  edition: Edition,
  request: MockRequest,
): MockResponse {
  if (!edition.explains) return unknownToEdition(edition, request);
  const { method, path } = request;
  const reads = method === 'GET' || method === 'HEAD';
  if (path === '/' && reads) return json(200, { routes });
  if (!isPercentEncoded(path)) {
    throw new Rejection(400, 'The path is not percent-encoded UTF-8');
  }
  const similar = nearest(path, pathsLike(path));
  if (similar === undefined) {
    throw new Rejection(
      404,
      'The contract has no such path; GET / lists the paths',
    );
  }
  throw new Rejection(
    404,
    `The contract has no such path; did you mean ${similar}?`,
  );
}

/** Returns the paths of the contract, with the segments of another path as their parameters. */
function pathsLike(path: string): string[] {
  // No path of the contract is as long.
  const segments = path.split('/', 20);
  const fill = (part: string, index: number) => {
    const isParameter = part.startsWith('{');
    return (isParameter && segments[index]) || part;
  };
  return Object.values(operationsById).map((operation) => {
    const parts = operation.path.split('/');
    return parts.map(fill).join('/');
  });
}

function unknownToEdition(
  edition: Edition,
  request: MockRequest,
): MockResponse {
  const {
    method,
    path,
    query,
    host = 'mock',
    origin = `http://${host}`,
  } = request;
  const otherOperation = otherOperationOf(edition, path);
  if (otherOperation) return respondAsOther(otherOperation, method, query);
  let shorter = path;
  while (shorter.endsWith('/')) shorter = shorter.slice(0, -1);
  if (shorter === path || !isServed(edition, shorter)) return notFound();
  const search = query === '' ? '' : `?${query}`;
  const headers = { Location: `${origin}${shorter}${search}` };
  return { status: 307, headers, body: '' };
}

function otherOperationOf(
  { otherOperations }: Edition,
  path: string,
): OtherOperation | undefined {
  const templates = Object.keys(otherOperations);
  const template = templates.find((candidate) => isPath(candidate, path));
  return template === undefined ? undefined : otherOperations[template];
}

function isServed(edition: Edition, path: string): boolean {
  if (otherOperationOf(edition, path)) return true;
  const [first] = route(path)?.operations.values() ?? [];
  if (!first) return false;
  return edition.hasLegacy || !isLegacy(first.id);
}

/** The 404 of the service for what it does not have. */
export function notFound(): MockResponse {
  return json(404, { detail: 'Not Found' });
}

function isPath(template: string, path: string): boolean {
  const parts = path.split('/');
  const expected = template.split('/');
  if (parts.length !== expected.length) return false;
  return expected.every((part, index) => {
    const isParameter = part.startsWith('{');
    return isParameter ? parts[index] !== '' : part === parts[index];
  });
}
