import { BodyTooLarge, type Call } from '../http/message.ts';
import {
  depthLimit,
  exceededLimit,
  type JsonError,
  jsonErrorIn,
  locate,
  valueLimit,
} from '../json-text.ts';
import type { Refusal } from './refusal.ts';

/** How many bytes the body of a request can have. */
const bodyLimit = 1024 * 1024;

/** From how many bytes on bodies are parsed one at a time, each in its own turn of the event loop. */
const largeBody = 64 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns the parsed body of a request, undefined if there is none; or why it cannot be read. */
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

  const coding = call.header('content-encoding');
  if (coding?.split(',').some((it) => it.trim().toLowerCase() !== 'identity')) {
    return { refusal: encoded };
  }
  if (!isJson(call.header('content-type'))) return { refusal: notJson };
  if (bytes.length < largeBody) return parse(bytes);
  const turn = lastTurn.then(nextTurn);
  lastTurn = turn;
  await turn;
  return parse(bytes);
}

let lastTurn = Promise.resolve();

/** Waits until other events were handled. `setTimeout`, because browsers have no `setImmediate`. */
async function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (globalThis.setImmediate) globalThis.setImmediate(resolve);
    else setTimeout(resolve);
  });
}

function parse(bytes: Uint8Array): { readonly body: unknown } | { readonly refusal: Refusal } {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    const lossy = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    return { refusal: malformed(locate(lossy, lossy.indexOf('\uFFFD')), 'The body is not UTF-8') };
  }
  const limit = exceededLimit(text);
  if (limit) return { refusal: limits[limit] };
  try {
    return { body: JSON.parse(text) };
  } catch {
    return { refusal: malformed(jsonErrorIn(text), 'The body is not JSON') };
  }
}

/** Deployments respond to malformed JSON with this detail. It never quotes the body, which can contain a secret. */
function malformed({ index, line, column }: JsonError, error: string): Refusal {
  const reason = `${error}: error at line ${line}, column ${column}`;
  const detail = {
    loc: ['body', index],
    msg: reason,
    type: 'json_invalid',
    input: {},
    ctx: { error },
  };
  return { status: 422, reason, body: { detail: [detail] } };
}

function exceeded(reason: string, type: string): Refusal {
  return { status: 422, reason, body: { detail: [{ loc: ['body'], msg: reason, type }] } };
}

const limits = {
  depth: exceeded(`The body must not be nested more than ${depthLimit} levels deep`, 'depth'),
  values: exceeded(`The body must not have more than ${valueLimit} properties and items`, 'values'),
};

// A rejected body is not read to its end, so the connection cannot be used again.
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
