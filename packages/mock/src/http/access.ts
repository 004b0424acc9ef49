/** Who can call the mock: hosts and origins. */
import { isLoopback } from '@agent-conversation/contract';
import type { MockRequest } from '../types.ts';

/** The options that decide. */
export interface AccessOptions {
  readonly allowHosts?: readonly string[] | undefined;
  readonly allowOrigins?: readonly string[] | undefined;
  readonly proxy?: string | undefined;
  /** The address that the mock listens on. */
  readonly host?: string | undefined;
}

/** An IP address with any port: no name that somebody can let lead to another address. */
const address = /^(\d{1,3}(\.\d{1,3}){3}|\[[\da-f:.]+\])(:\d*)?$/i;

/** Whether other machines can call a mock that listens on an address. */
export function isReachable(host = '127.0.0.1'): boolean {
  return !isLoopback(host) && host !== '::1';
}

/**
 * Returns why a request is rejected because of where it comes from; undefined if it is not. A web page can reach the
 * mock under a name of its own, whose address it changes to 127.0.0.1 (DNS rebinding); the header `Host` shows that.
 */
export function accessProblem(
  { host = 'localhost', headers: { origin } }: MockRequest,
  { allowHosts = [], allowOrigins, proxy, host: listensOn }: AccessOptions,
): string | undefined {
  const name = host.toLowerCase().replace(/:\d*$/, '');
  const isAllowed = allowHosts.some(
    (allowed) => allowed.toLowerCase() === name,
  );
  const isAddress =
    isReachable(listensOn) && (address.test(host) || name === listensOn);
  if (!isLoopback(host) && !isAllowed && !isAddress) {
    return 'The mock cannot be called under this host name; allow it with --allow-host';
  }
  // A page that can read what a service returns can read the keys of its sandboxes.
  const origins = allowOrigins ?? (proxy === undefined ? undefined : []);
  if (origins === undefined || origin === undefined || origins.includes(origin))
    return undefined;
  if (isLocalOrigin(origin)) return undefined;
  return 'Pages of this origin cannot call the mock; allow it with --allow-origin';
}

/** Whether an origin is one of this machine. */
export function isLocalOrigin(origin: string): boolean {
  const [, authority = ''] = /^https?:\/\/(.*)$/.exec(origin) ?? [];
  return isLoopback(authority);
}

/** Headers that a page can read anyway, or that are not for pages (Fetch Standard, sections 2.2.2 and 3.3). */
const neverExposed =
  /^(access-control-.*|cache-control|content-(language|length|type)|expires|last-modified|pragma|set-cookie2?)$/;

/**
 * Returns the headers that let a page of another origin read a response, with credentials: everything that it carries.
 * They differ by the origin, and `Vary` says so to caches.
 *
 * @param names the headers of the response. With credentials, `*` would not stand for all of them
 */
export function corsHeaders(
  origin: string | undefined,
  names: readonly string[] = [],
): Record<string, string> {
  if (origin === undefined) return { Vary: 'Origin' };
  const carried = names.map((name) => name.toLowerCase());
  // A server adds the date, and this function the other one.
  const added = ['date', 'vary'];
  const exposed = new Set([
    ...carried.filter((name) => !neverExposed.test(name)),
    ...added,
  ]);
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': [...exposed].toSorted().join(', '),
  };
}

/**
 * Returns the headers of the response to a CORS preflight; undefined for any other request. It allows whatever is asked
 * for, also what will be rejected: the page can then read the reason, such as a 404 or a 405.
 */
export function preflightHeaders({ method, headers }: MockRequest) {
  const requested = (name: string) => headers[`access-control-request-${name}`];
  const asked = requested('method');
  if (method !== 'OPTIONS' || headers['origin'] === undefined || !asked)
    return undefined;
  const names = requested('headers');
  return {
    'Access-Control-Allow-Methods': asked,
    ...(names !== undefined && { 'Access-Control-Allow-Headers': names }),
    // A page of the public network asks for permission to call this machine.
    ...(requested('private-network') && {
      'Access-Control-Allow-Private-Network': 'true',
    }),
    'Access-Control-Max-Age': '600',
  };
}
