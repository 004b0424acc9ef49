import type { Answer, Call } from '../http/message.ts';

/**
 * The headers that let a page from another origin read an answer, with credentials. They differ by the
 * origin, and `Vary` says so to caches (Fetch Standard, section 3.3.3 and "CORS protocol and HTTP
 * caches").
 */
export function corsHeaders(origin: string | undefined): Record<string, string> {
  if (origin === undefined) return { Vary: 'Origin' };
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': 'Allow, Preference-Applied, Retry-After',
  };
}

/** Whether a request asks if another one would be allowed (Fetch Standard, section 3.3.2). */
export function isPreflight(call: Call): boolean {
  return (
    call.method === 'OPTIONS' &&
    call.header('origin') !== undefined &&
    call.header('access-control-request-method') !== undefined
  );
}

/**
 * The answer to a preflight. Whatever it asks for may be sent, also what will be refused: a page can read
 * the reason then, such as a 404 or a 405.
 */
export function preflight(call: Call): Answer {
  const headers = call.header('access-control-request-headers');
  const network = call.header('access-control-request-private-network');
  return {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': call.header('access-control-request-method') ?? '',
      ...(headers === undefined ? {} : { 'Access-Control-Allow-Headers': headers }),
      // A page on the public net asks for leave to call this machine.
      ...(network === undefined ? {} : { 'Access-Control-Allow-Private-Network': 'true' }),
      'Access-Control-Max-Age': '600',
    },
    body: '',
  };
}
