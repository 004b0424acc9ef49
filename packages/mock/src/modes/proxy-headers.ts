/** Headers of one connection, and those that are forwarded. */
import { elementsOf, valuesOf } from '../http/header-pairs.ts';
import type { HeaderPair } from '../types.ts';

/** RFC 9110, section 7.6.1. */
const connectionHeaders = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
];

/** Say where the message ends and where it goes, so that no connection option can remove them. */
const lasting = new Set(['content-length', 'host']);

/** Returns headers without those of one connection, which include all that `Connection` names. */
export function withoutConnectionHeaders(
  headers: readonly HeaderPair[],
): HeaderPair[] {
  const options = elementsOf(headers, 'connection').filter(
    (name) => !lasting.has(name),
  );
  const removed = new Set([...connectionHeaders, ...options]);
  return headers.filter(([name]) => !removed.has(name.toLowerCase()));
}

/**
 * Returns the `Transfer-Encoding` of a message that is forwarded; undefined for one that has none. Its codings other
 * than `chunked` are not decoded on the way.
 */
export function transferEncoding(
  headers: readonly HeaderPair[],
): HeaderPair | undefined {
  const codings = valuesOf(headers, 'transfer-encoding');
  return codings.length > 0
    ? ['Transfer-Encoding', codings.join(', ')]
    : undefined;
}
