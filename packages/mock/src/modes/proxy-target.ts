/** The address of a service, and the targets of requests to it. */
import { Rejection } from '../response.ts';

/** Returns what is wrong with the address of a service. It does not repeat the address, which can have a password. */
export function targetProblem(address: string): string | undefined {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) {
    return 'is an absolute http(s) address such as http://localhost:3000';
  }
  if (url.username !== '' || url.password !== '') {
    return 'is an address without a user and a password: send credentials with the requests';
  }
  // Not `search` and `hash`, which are also empty for a mark with nothing behind it.
  if (/[?#]/.test(url.href)) {
    return 'is an address without a query and a fragment, to which the paths of requests are added';
  }
  return undefined;
}

/** Returns the path of a service's address, without slashes at its end. */
export function prefixOf(service: URL): string {
  return service.pathname.replace(/\/+$/, '');
}

/** RFC 9112, section 3.2.2. */
const absoluteForm = /^([a-z][a-z\d+.-]*):\/\/[^/?#]*(.*)$/is;

/**
 * Returns the target of the request to a service. It is what the client sent behind the prefix of the service; the host
 * of an absolute target is not that of the service, and is left out.
 *
 * @throws {Rejection} 400 for a target that leads out of the prefix, or is none of a server
 */
export function forwardedTarget(
  prefix: string,
  method: string,
  sent: string,
): string {
  const [, scheme, rest] = absoluteForm.exec(sent) ?? [];
  if (scheme !== undefined && !/^https?$/i.test(scheme)) {
    throw new Rejection(400, 'The target of the request is no http(s) address');
  }
  const isEmpty = rest === '' && method === 'OPTIONS';
  // RFC 9112, section 3.2.4: both forms ask about the server as a whole.
  if (isEmpty || sent === '*') {
    if (prefix === '') return '*';
    throw new Rejection(
      400,
      `OPTIONS * leads out of ${prefix}, to which requests are forwarded`,
    );
  }
  let path = rest ?? sent;
  if (scheme !== undefined && !path.startsWith('/')) path = `/${path}`;
  if (!path.startsWith('/')) {
    throw new Rejection(400, 'The target of the request is no path');
  }
  if (prefix !== '' && leavesRoot(path)) {
    throw new Rejection(
      400,
      `The path leads out of ${prefix}, to which requests are forwarded`,
    );
  }
  return prefix + path;
}

/**
 * Whether a path leads above its root, in whichever way a server reads it: `..` can be percent-encoded, also twice,
 * stand between backslashes or have a parameter (`..;a`), and empty segments can be left out.
 */
function leavesRoot(target: string): boolean {
  const [path = ''] = target.split(/[?#]/, 1);
  let depth = 0;
  for (const segment of decodedFully(path).split(/[/\\]/)) {
    const [name = ''] = segment.split(';', 1);
    if (name === '..') depth -= 1;
    else if (name !== '' && name !== '.') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

/** Returns a path in which the characters that matter for dot segments are decoded, however often they are encoded. */
function decodedFully(path: string): string {
  return path.replaceAll(/%(?:25)*(2e|2f|5c|3b)/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
