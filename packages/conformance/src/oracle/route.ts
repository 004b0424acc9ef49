import { pointerTo, routerOf } from '@agent-conversation/contract';
import { type Operation, operations } from '../contract.ts';
import type { SentRequest } from './exchange.ts';
import { ruleAt } from './rules.ts';
import { type RuleViolation, wrong } from './violations.ts';

/** The operation that a request calls. */
export interface Route {
  readonly operation: Operation;
  /** The parameters in the path, decoded. */
  readonly path: Readonly<Record<string, string>>;
}

/** Returns the path of the contract that a path matches; undefined if there is none. */
export const match = routerOf(operations);

/**
 * Returns the operation that a request calls, or why there is none. HEAD calls the operation of GET (RFC 9110,
 * section 9.3.2).
 *
 * @param baseUrl the address of the server; its path is removed. Default: the origin of the request
 * @throws {TypeError} when it or the address of the request is not absolute
 */
export function routeOf(
  { method, url }: SentRequest,
  baseUrl?: string,
): Route | RuleViolation {
  const { origin, pathname } = new URL(url);
  const base = new URL(baseUrl ?? origin);
  const basePath = base.pathname.replace(/\/+$/, '');
  const none = (keyword: string, message: string, ...steps: string[]) =>
    wrong(
      'request',
      'path',
      keyword,
      message,
      ruleAt(pointerTo('/paths', ...steps)),
    );
  if (origin !== base.origin || !pathname.startsWith(`${basePath}/`)) {
    return none('path', 'is not below the address of the server');
  }
  const matched = match(pathname.slice(basePath.length));
  if (!matched) return none('path', 'is not a path of the contract');
  const operation = matched.operations.get(method);
  if (operation) return { operation, path: matched.parameters };
  const methods = [...matched.operations.keys()].filter((it) => it !== 'HEAD');
  return none(
    'method',
    `has no ${method}, but ${methods.join(' and ')}`,
    matched.path,
  );
}
