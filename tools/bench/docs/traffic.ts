import type { CDPSession } from 'playwright-core';

/** Bytes that came over the line at a time, as the protocol of the browser counts it, in seconds. */
export interface Arrival {
  readonly time: number;
  readonly bytes: number;
}

/** What a page has asked for, and what has come. */
export interface Traffic {
  /** How many requests were made, those that failed included. */
  readonly requests: number;
  /** How many of them have no end yet. */
  readonly open: number;
  /** Of the requests that have come to their end. */
  readonly arrivals: readonly Arrival[];
}

/** A part of an answer, unpacked. */
interface Part {
  readonly time: number;
  readonly length: number;
}

/**
 * Counts what a page asks for from now on.
 *
 * @returns the count, which goes on
 */
export async function countTraffic(session: CDPSession): Promise<Traffic> {
  const parts = new Map<string, Part[]>();
  const open = new Set<string>();
  const arrivals: Arrival[] = [];
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    // What a page makes of itself, as `data:` and `blob:`, comes over no line.
    if (!request.url.startsWith('http')) return;
    parts.set(requestId, []);
    open.add(requestId);
  });
  session.on('Network.dataReceived', ({ requestId, timestamp, dataLength }) => {
    parts.get(requestId)?.push({ time: timestamp, length: dataLength });
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    if (!open.delete(requestId)) return;
    arrivals.push(...spread(encodedDataLength, parts.get(requestId)!, timestamp));
  });
  session.on('Network.loadingFailed', ({ requestId }) => open.delete(requestId));
  await session.send('Network.enable');
  return {
    arrivals,
    get requests() {
      return parts.size;
    },
    get open() {
      return open.size;
    },
  };
}

/**
 * Spreads the bytes of an answer over its parts, by the length that each has unpacked: how much of the
 * line a part took is told for scripts, and not for pages.
 *
 * @param end when the answer had come
 */
export function spread(bytes: number, parts: readonly Part[], end: number): readonly Arrival[] {
  const all = parts.reduce((sum, { length }) => sum + length, 0);
  if (all === 0) return [{ time: end, bytes }];
  return parts.map(({ time, length }) => ({ time, bytes: (bytes * length) / all }));
}
