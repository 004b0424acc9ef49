/** A request inside the mock, whichever way it arrives, and how its JSON body is read. */
import { Rejection } from './response.ts';

/** A request, from a connection or from the mock's `fetch`. */
export interface MockRequest {
  /** In upper case. */
  readonly method: string;
  /** As it was sent, percent-encoded. */
  readonly path: string;
  /** As it was sent, without the question mark; empty if there is none. */
  readonly query: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The header `Host` of a request that came over a connection. */
  readonly host?: string | undefined;
  /** Reads the body, in chunks. Rejects with 413 as soon as it has more bytes than the limit. */
  readonly read: (limit: number) => Promise<readonly Uint8Array[]>;
  /** Is aborted when the client has gone, if that is known. */
  readonly signal?: AbortSignal;
}

/** Waits for a time, or until the client has gone. */
export async function delay(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

const bodyLimit = 1024 * 1024;

/** How deep arrays and objects can be nested. */
const depthLimit = 100;

/** How many properties and items a body can have. */
const valueLimit = 10_000;

/** From how many bytes on bodies are parsed one at a time, each in its own turn of the event loop. */
const largeBody = 64 * 1024;
let lastTurn = Promise.resolve();

/** Returns the text of a body. Not of one long buffer: Node keeps much of the memory of those that are freed. */
export function decode(chunks: readonly Uint8Array[], decoder = new TextDecoder()): string {
  const last = chunks.length - 1;
  return chunks.map((it, at) => decoder.decode(it, { stream: at < last })).join('');
}

/** Returns the parsed body of a request; undefined if there is none. */
export async function readBody({ headers, read }: MockRequest): Promise<unknown> {
  if (Number(headers['content-length']) > bodyLimit) throw tooLarge(bodyLimit);
  const chunks = await read(bodyLimit);
  const length = chunks.reduce((sum, it) => sum + it.length, 0);
  if (length === 0) return undefined;
  const codings = headers['content-encoding']?.split(',') ?? [];
  if (codings.some((it) => it.trim().toLowerCase() !== 'identity')) {
    const supported = { 'Accept-Encoding': 'identity' };
    throw new Rejection(415, 'Send the body without Content-Encoding', supported);
  }
  if (!isJson(headers['content-type'])) {
    const supported = { Accept: 'application/json' };
    throw new Rejection(415, 'Send the body as application/json, in UTF-8', supported);
  }
  if (length >= largeBody) await (lastTurn = lastTurn.then(async () => delay(0)));
  return parse(chunks);
}

export function tooLarge(limit: number): Rejection {
  // A rejected body is not read to its end, so the connection cannot be used again.
  return new Rejection(413, `The body is longer than ${limit} bytes`, { Connection: 'close' });
}

/** JSON in UTF-8 (RFC 8259, section 8.1), with any parameters but another charset. */
const jsonType = /^\s*application\/json\s*(;(?!\s*charset=(?!"?utf-?8"?\s*(;|$)))[^;]*)*$/i;

export function isJson(contentType = ''): boolean {
  return jsonType.test(contentType);
}

async function parse(chunks: readonly Uint8Array[]): Promise<unknown> {
  let text: string;
  try {
    text = decode(chunks, new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }));
  } catch {
    const lossy = decode(chunks, new TextDecoder('utf-8', { ignoreBOM: true }));
    throw malformed(positionAt(lossy, lossy.indexOf('\uFFFD')), 'The body is not UTF-8');
  }
  checkLimits(text);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(await jsonErrorIn(text, error as Error), 'The body is not JSON');
  }
}

/** Deployments respond to malformed JSON with this detail. It never quotes the body, which can contain a secret. */
function malformed({ index, line, column }: Position, error: string): Rejection {
  const msg = `${error}: error at line ${line}, column ${column}`;
  return unprocessable(msg, ['body', index], 'json_invalid', { input: {}, ctx: { error } });
}

function unprocessable(msg: string, loc: readonly unknown[], type: string, more?: object) {
  return new Rejection(422, msg, {}, { detail: [{ loc, msg, type, ...more }] });
}

/**
 * Checks the limits of a JSON text before it is parsed: parsing 90,000 properties blocks the event loop, and what is
 * nested thousands deep exhausts the stack of whatever reads it.
 */
function checkLimits(text: string): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    if (character === '"') at = endOfString(text, at);
    else if (character === ',') values += 1;
    else if (character === ']' || character === '}') depth -= 1;
    else if (character === '[' || character === '{') {
      depth += 1;
      values += 1;
    }
    if (depth > depthLimit) throw unprocessable(tooDeep, ['body'], 'depth');
    if (values > valueLimit) throw unprocessable(tooMany, ['body'], 'values');
  }
}

/** Returns where a string ends that begins at an index; the end of the text if it does not. */
function endOfString(text: string, start: number): number {
  let end = start;
  let escapes: number;
  do {
    end = text.indexOf('"', end + 1);
    for (escapes = 0; text[end - escapes - 1] === '\\';) escapes += 1;
  } while (escapes % 2 === 1);
  return end < 0 ? text.length : end;
}

const tooDeep = `The body must not be nested more than ${depthLimit} levels deep`;
const tooMany = `The body must not have more than ${valueLimit} properties and items`;

type Position = ReturnType<typeof positionAt>;

/** Returns an index with its line and column, which begin with 1. */
function positionAt(text: string, index: number) {
  const before = text.slice(0, index);
  const line = before.split('\n').length;
  return { index, line, column: index - before.lastIndexOf('\n') };
}

/** Finds where a text stops being JSON, without quoting it, as it can contain a secret. */
export async function jsonErrorIn(text: string, { message }: Error) {
  // Many engines name the position of some errors only.
  const known = /at position (\d+)( \(line \d+ column \d+\))?$/.exec(message)?.[1];
  if (known !== undefined) return positionAt(text, Number(known));
  // Imported at the first such error: most runs have none.
  const { parse: parseJson } = await import('jsonc-parser');
  const errors: { readonly offset: number }[] = [];
  parseJson(text, errors as never[], { disallowComments: true });
  return positionAt(text, errors[0]?.offset ?? text.length);
}
