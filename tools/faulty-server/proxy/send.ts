import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Manner, Struck } from '../server-faults/fault.ts';
import { type RawHeaders, withLength } from './raw-headers.ts';

const block = Buffer.alloc(65_536, ' ');

/** Sends an answer that a fault has struck, in the manner of the fault. */
export async function sendStruck(
  { status, headers, body, manner }: Struck,
  response: ServerResponse,
): Promise<void> {
  const begin = (length: number | undefined, more: RawHeaders = []): ServerResponse =>
    response.writeHead(status, [...withLength(headers, length), ...more]);
  const whole = (): unknown =>
    begin(response.req.method === 'HEAD' ? undefined : body.length).end(body);
  const half = body.subarray(0, body.length / 2);

  switch (manner?.kind) {
    case undefined:
      return void whole();
    case 'late':
      await wait(manner.milliseconds, undefined, { ref: false });
      return void whole();
    case 'reset':
      return void response.socket?.resetAndDestroy();
    case 'silence':
      return undefined;
    case 'stall':
      return void begin(body.length).write(half);
    case 'cut':
      begin(manner.chunked ? undefined : body.length).write(half, () => response.destroy());
      return undefined;
    case 'endless':
      return flood(begin(undefined));
    case 'drip':
      return drip(begin(body.length), body, manner);
    case 'short':
      return void begin(body.length - 1).end(body);
    case 'twice':
      return void begin(body.length, [manner.name, manner.value]).end(body);
    case 'raw':
      return void response.socket?.end(manner.text);
  }
}

async function drip(
  response: ServerResponse,
  body: Buffer,
  { milliseconds }: Manner & { readonly kind: 'drip' },
): Promise<void> {
  for (const byte of body) {
    if (response.destroyed) return;
    response.write(Buffer.of(byte));
    await wait(milliseconds, undefined, { ref: false });
  }
  response.end();
}

/** Sends white space until nobody takes it any more. */
function flood(response: ServerResponse): void {
  const more = (): void => {
    while (!response.destroyed && response.write(block));
  };
  response.on('drain', more);
  more();
}
