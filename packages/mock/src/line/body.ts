import { BodyTooLarge, type Call } from '../http/message.ts';
import type { Refusal } from './refusal.ts';

/** How many bytes a request's body may have. */
const bodyLimit = 1024 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The parsed body of a request, undefined where there is none; or why it cannot be read. */
export async function readBody(
  call: Call,
): Promise<{ readonly body: unknown } | { readonly refusal: Refusal }> {
  if (Number(call.header('content-length')) > bodyLimit) return { refusal: tooLarge };
  let bytes: Uint8Array;
  try {
    bytes = await call.read(bodyLimit);
  } catch (error) {
    if (error instanceof BodyTooLarge) return { refusal: tooLarge };
    return { refusal: { status: 400, reason: (error as Error).message } };
  }
  if (bytes.length === 0) return { body: undefined };

  if (call.header('content-encoding') !== undefined) return { refusal: encoded };
  if (!isJson(call.header('content-type'))) return { refusal: notJson };
  try {
    return { body: JSON.parse(decoder.decode(bytes)) };
  } catch {
    return { refusal: { status: 400, reason: 'The body is not JSON' } };
  }
}

// A refused body is not read to its end, so that the connection cannot be used again.
const tooLarge: Refusal = {
  status: 413,
  reason: `The body is longer than ${bodyLimit} bytes`,
  headers: { Connection: 'close' },
};
const encoded: Refusal = {
  status: 415,
  reason: 'Send the body without Content-Encoding',
  headers: { 'Accept-Encoding': 'identity' },
};
const notJson: Refusal = {
  status: 415,
  reason: 'Send the body as application/json, in UTF-8',
  headers: { Accept: 'application/json' },
};

/** JSON between programs is UTF-8 (RFC 8259, section 8.1). */
export function isJson(contentType: string | undefined): boolean {
  const [type, ...parameters] = (contentType ?? '').split(';').map((it) => it.trim().toLowerCase());
  const charsets = parameters.filter((parameter) => parameter.startsWith('charset='));
  return type === 'application/json' && charsets.every((it) => /^charset="?utf-?8"?$/.test(it));
}
