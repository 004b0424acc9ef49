import { contract, type Operation, operations } from '../contract.ts';
import type { Violation } from './violation.ts';
import type { SentRequest } from './exchange.ts';
import { ruleAt } from './rule.ts';

/** The operation that a request calls. */
export interface Route {
  readonly operation: Operation;
  /** The parameters in the path, decoded. */
  readonly path: Readonly<Record<string, string>>;
}

/**
 * The operation that a request calls, or why there is none. HEAD calls the operation of GET (RFC 9110,
 * section 9.3.2).
 *
 * @param baseUrl the address of the server; its path is taken off. Default: the origin of the request
 * @throws {TypeError} when it or the address of the request is not absolute
 */
export function routeOf(
  { method, url }: SentRequest,
  baseUrl: string | undefined,
): Route | Violation {
  const { origin, pathname } = new URL(url);
  const base = new URL(baseUrl ?? origin);
  const basePath = base.pathname.replace(/\/+$/, '');
  if (origin !== base.origin || !pathname.startsWith(`${basePath}/`)) {
    return misled('path', 'is not below the address of the server');
  }
  const called = method === 'HEAD' ? 'GET' : method;
  const path = pathname.slice(basePath.length);
  const matching = operations.flatMap((operation) => {
    const parameters = match(operation.path, path);
    return parameters ? [{ operation, path: parameters }] : [];
  });
  // A path without parameters goes before one with them (OpenAPI 3.1.1, section 4.8.8.2).
  const concrete = matching.filter((it) => !it.operation.path.includes('{'));
  const routes = concrete.length > 0 ? concrete : matching;
  const [first] = routes;
  if (!first) return misled('path', 'is not a path of the contract');
  const methods = routes.map(({ operation }) => operation.method.toUpperCase());
  return (
    routes[methods.indexOf(called)] ??
    misled('method', `has no such method, but ${methods.join(' and ')}`, first.operation.path)
  );
}

/** Whether the contract has a path. */
export function isPath(path: string): boolean {
  return [...patterns.values()].some((pattern) => pattern.test(path));
}

/** Whether a request calls an operation. */
export function isRoute(found: Route | Violation): found is Route {
  return 'operation' in found;
}

function misled(keyword: string, message: string, ...place: readonly string[]): Violation {
  const rule = ruleAt('paths', ...place);
  return { side: 'request', part: 'path', pointer: '', keyword, message, rule };
}

const patterns = new Map(
  Object.keys(contract.paths).map((path) => [
    path,
    new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  ]),
);

/** The parameters in a path, decoded; undefined where it is of another form, or not UTF-8. */
function match(template: string, path: string): Record<string, string> | undefined {
  const found = patterns.get(template)?.exec(path);
  if (!found) return undefined;
  try {
    const parameters = Object.entries(found.groups ?? {});
    return Object.fromEntries(parameters.map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    return undefined;
  }
}
