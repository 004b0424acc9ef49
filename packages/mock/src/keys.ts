/** The API key of a request. */
import { keyHeader } from './contract.ts';
import type { MockRequest } from './types.ts';

/** Returns the API key of a request; undefined if it has none. */
export type KeyReader = (request: MockRequest) => string | undefined;

/**
 * Returns a reader of API keys.
 *
 * @param others names of headers that can carry the key beside the documented one; in `Authorization`, it is a bearer
 * token (RFC 6750, section 2.1)
 */
export function createKeyReader(others: readonly string[] = []): KeyReader {
  const names = others.map((name) => name.toLowerCase());
  return ({ headers }) => {
    const documented = headers[keyHeader];
    if (documented || names.length === 0) return documented;
    for (const name of names) {
      const value = headers[name];
      const key = name === 'authorization' ? bearerToken(value) : value;
      if (key) return key;
    }
    return undefined;
  };
}

function bearerToken(value = ''): string | undefined {
  return /^bearer +(\S+) *$/i.exec(value)?.[1];
}
