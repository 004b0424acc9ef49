/** Reads JSON bodies, within limits, and finds where they are malformed. */
import { BodyTooLarge, type MockRequest } from './message.ts';
import type { Rejection } from './response.ts';

/** How many bytes the body of a request can have. */
const bodyLimit = 1024 * 1024;

/** How deep arrays and objects can be nested. */
const depthLimit = 100;

/** How many properties and items a body can have. */
const valueLimit = 10_000;

/** From how many bytes on bodies are parsed one at a time, each in its own turn of the event loop. */
const largeBody = 64 * 1024;

type Read = { readonly body: unknown } | { readonly rejection: Rejection };

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns the parsed body of a request, undefined if there is none; or why it cannot be read. */
export async function readBody(request: MockRequest): Promise<Read> {
  if (Number(request.header('content-length')) > bodyLimit) return { rejection: tooLarge };
  let bytes: Uint8Array;
  try {
    bytes = await request.read(bodyLimit);
  } catch (error) {
    if (error instanceof BodyTooLarge) return { rejection: tooLarge };
    return { rejection: { status: 400, reason: (error as Error).message } };
  }
  if (bytes.length === 0) return { body: undefined };

  const coding = request.header('content-encoding');
  if (coding?.split(',').some((it) => it.trim().toLowerCase() !== 'identity')) {
    return { rejection: encoded };
  }
  if (!isJson(request.header('content-type'))) return { rejection: notJson };
  if (bytes.length >= largeBody) await (lastTurn = lastTurn.then(nextTurn));
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

function parse(bytes: Uint8Array): Read {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    const lossy = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    return malformed(locate(lossy, lossy.indexOf('\uFFFD')), 'The body is not UTF-8');
  }
  const limit = exceededLimit(text);
  if (limit) return { rejection: limits[limit] };
  try {
    return { body: JSON.parse(text) };
  } catch {
    return malformed(jsonErrorIn(text), 'The body is not JSON');
  }
}

/** Deployments respond to malformed JSON with this detail. It never quotes the body, which can contain a secret. */
function malformed({ index, line, column }: JsonError, error: string): Read {
  const reason = `${error}: error at line ${line}, column ${column}`;
  const [loc, type] = [['body', index], 'json_invalid'];
  const detail = [{ loc, msg: reason, type, input: {}, ctx: { error } }];
  return { rejection: { status: 422, reason, body: { detail } } };
}

function exceeded(reason: string, type: string): Rejection {
  return { status: 422, reason, body: { detail: [{ loc: ['body'], msg: reason, type }] } };
}

const limits = {
  depth: exceeded(`The body must not be nested more than ${depthLimit} levels deep`, 'depth'),
  values: exceeded(`The body must not have more than ${valueLimit} properties and items`, 'values'),
};

// A rejected body is not read to its end, so the connection cannot be used again.
const tooLarge: Rejection = {
  status: 413,
  reason: `The body is longer than ${bodyLimit} bytes`,
  headers: { Connection: 'close' },
};
const encoded: Rejection = {
  status: 415,
  reason: 'Send the body without Content-Encoding',
  headers: { 'Accept-Encoding': 'identity' },
};
const notJson: Rejection = {
  status: 415,
  reason: 'Send the body as application/json, in UTF-8',
  headers: { Accept: 'application/json' },
};

/** Whether a body is JSON in UTF-8 (RFC 8259, section 8.1). */
export function isJson(contentType: string | undefined): boolean {
  const [type, ...parameters] = (contentType ?? '').split(';').map((it) => it.trim().toLowerCase());
  const charsets = parameters.filter((parameter) => parameter.startsWith('charset='));
  return type === 'application/json' && charsets.every((it) => /^charset="?utf-?8"?$/.test(it));
}

/**
 * Returns which limit a JSON text exceeds. It is read before it is parsed: parsing 90,000 properties blocks the event
 * loop, and what is nested thousands deep exhausts the stack of whatever walks it.
 */
export function exceededLimit(text: string): 'depth' | 'values' | undefined {
  // Shorter ones cannot exceed either.
  if (text.length < 2 * depthLimit) return undefined;
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x2c) values += 1;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      values += 1;
      if (depth > depthLimit) return 'depth';
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
    if (values > valueLimit) return 'values';
  }
  return undefined;
}

/** Returns the index of the closing quote of a string, or the length of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at += 1) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    let first = at;
    while (text[first - 1] === '\\') first -= 1;
    if ((at - first) % 2 === 0) return at;
  }
}

/** Where a text stops being JSON. */
export interface JsonError {
  /** In UTF-16 code units, from 0. */
  readonly index: number;
  readonly line: number;
  readonly column: number;
}

/** Returns the line and column of an index. */
function locate(text: string, index: number): JsonError {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', start)) {
    line += 1;
    start = at + 1;
  }
  return { index, line, column: index - start + 1 };
}

const space = /[ \t\n\r]*/y;
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
// oxlint-disable-next-line no-control-regex
const characters = /[^"\\\u0000-\u001f]*/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * Finds where a text stops being JSON (RFC 8259). The messages of `JSON.parse` name the position of some errors only,
 * and quote the text, which can contain a secret.
 *
 * @param text a text that `JSON.parse` rejects
 */
export function jsonErrorIn(text: string): JsonError {
  /** The closing bracket of each array and object that is open. */
  const open: string[] = [];
  let at = 0;
  const skip = (pattern: RegExp) => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const take = (expected: string) => {
    if (text[at] !== expected) return false;
    at += 1;
    return skip(space);
  };
  const readString = () => {
    if (text[at] !== '"') return false;
    at += 1;
    // One expression for all of it would need a stack as large as a long string.
    do skip(characters);
    while (skip(escape));
    return take('"');
  };
  const readKey = () => readString() && take(':');
  /** Reads a value; of an array or object that is not empty, up to its first value. */
  const readValue = (): boolean => {
    for (;;) {
      if (take('{')) {
        if (take('}')) return true;
        open.push('}');
        if (!readKey()) return false;
      } else if (take('[')) {
        if (take(']')) return true;
        open.push(']');
      } else {
        return text[at] === '"' ? readString() : skip(scalar) && skip(space);
      }
    }
  };

  skip(space);
  while (readValue()) {
    while (open.length > 0 && take(open.at(-1)!)) open.pop();
    if (open.length === 0 || !take(',') || (open.at(-1) === '}' && !readKey())) break;
  }
  return locate(text, at);
}
