/** How the body of a request is read. */
import { endOfString } from '@agent-conversation/contract';
import { Rejection } from './response.ts';
import type { MockRequest } from './types.ts';

/** Waits for a time, or until the client has gone. */
export async function delay(
  milliseconds: number,
  signal?: AbortSignal,
): Promise<void> {
  if (signal?.aborted) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      // The signal of a program can last for many requests.
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });
}

const bodyLimit = 1024 * 1024;

/** How deep arrays and objects can be nested. */
const depthLimit = 100;

/** How many properties and items a body can have. */
const valueLimit = 10_000;

/** From how many bytes on a body is parsed in a turn of the event loop of its own. */
const largeBody = 64 * 1024;

/** Of all mocks of the process, because they share its event loop. */
let lastTurn = Promise.resolve();

/** Waits for a turn of the event loop in which no other large body is read. */
export async function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(
    () =>
      new Promise((resolve) => {
        // Timers that are due run in one turn. Only Node has another way.
        if ('setImmediate' in globalThis) globalThis.setImmediate(resolve);
        else setTimeout(resolve, 0);
      }),
  );
  await lastTurn;
}

/** Returns the text of a body. Not of one long buffer: Node keeps much of the memory of those that are freed. */
export function decode(
  chunks: readonly Uint8Array[],
  decoder = new TextDecoder(),
): string {
  const last = chunks.length - 1;
  return chunks
    .map((it, at) => decoder.decode(it, { stream: at < last }))
    .join('');
}

/** How a body is read. */
export interface BodyReading {
  /** Whether a body without `Content-Type` is read as JSON. */
  readonly readsUntypedBodies?: boolean;
  /** Whether an error says where JSON is malformed. */
  readonly explains?: boolean;
}

/** Returns the parsed body of a request; undefined if there is none. */
export async function readBody(
  { headers, read }: MockRequest,
  { readsUntypedBodies = false, explains = true }: BodyReading = {},
): Promise<unknown> {
  if (Number(headers['content-length']) > bodyLimit) throw tooLarge(bodyLimit);
  const chunks = await read(bodyLimit);
  const length = chunks.reduce((sum, it) => sum + it.length, 0);
  if (length === 0) return undefined;
  const codings = headers['content-encoding']?.split(',') ?? [];
  if (codings.some((it) => it.trim().toLowerCase() !== 'identity')) {
    const supported = { 'Accept-Encoding': 'identity' };
    throw new Rejection(
      415,
      'Send the body without Content-Encoding',
      supported,
    );
  }
  const type = headers['content-type'];
  const isUntyped = type === undefined || type === '';
  if (isUntyped ? !readsUntypedBodies : !jsonLike.test(type))
    throw notAnObject();
  if (length < largeBody) return parse(chunks, explains);
  await ownTurn();
  const body = await parse(chunks, explains);
  // What is done with it takes as long.
  await ownTurn();
  return body;
}

/** The types that the service reads as JSON, with any parameters. */
const jsonLike = /^\s*application\/([^\s;]+\+)?json\s*(;|$)/i;

/** To the service, a body of another type is a text, and not an object. */
function notAnObject(): Rejection {
  return invalidBody('Send the body as application/json', {
    type: 'model_attributes_type',
    msg: 'Input should be a valid dictionary or object to extract fields from',
    input: '[not JSON]',
  });
}

/** Returns a 422 with one detail, in which the location and what was sent are those of the whole body by default. */
function invalidBody(reason: string, detail: BodyDetail): Rejection {
  // In the order of the service.
  const { type, loc = ['body'], msg, input = {}, ...others } = detail;
  const shown = { type, loc, msg, input, ...others };
  return new Rejection(422, reason, {}, { detail: [shown] });
}

interface BodyDetail {
  readonly type: string;
  readonly loc?: readonly (string | number)[];
  readonly msg: string;
  readonly input?: unknown;
  readonly ctx?: object;
}

export function tooLarge(limit: number): Rejection {
  // A rejected body is not read to its end, so the connection cannot be used again.
  return new Rejection(413, `The body is longer than ${limit} bytes`, {
    Connection: 'close',
  });
}

/** JSON in UTF-8 (RFC 8259, section 8.1), with any parameters but another charset. */
const jsonType =
  /^\s*application\/json\s*(;(?!\s*charset=(?!"?utf-?8"?\s*(;|$)))[^;]*)*$/i;

export function isJson(contentType = ''): boolean {
  return jsonType.test(contentType);
}

async function parse(
  chunks: readonly Uint8Array[],
  explains: boolean,
): Promise<unknown> {
  let text: string;
  try {
    text = decode(chunks, new TextDecoder('utf-8', { fatal: true }));
  } catch {
    const detail = 'There was an error parsing the body';
    throw new Rejection(400, 'The body is not UTF-8', {}, { detail });
  }
  checkLimits(text);
  try {
    return JSON.parse(text);
  } catch (error) {
    const value = explains ? undefined : parsePython(text);
    if (value !== undefined) return value;
    throw malformed(await jsonErrorIn(text, error as Error), explains);
  }
}

/**
 * Parses JSON with `NaN` and `Infinity`, which Python reads. Both become an infinite number, as the service treats them
 * alike; undefined if it is no JSON of Python either.
 */
function parsePython(text: string): unknown {
  // A text may lack its end, so that each is read once, however many quotes are in it.
  const textsAndNumbers = /"(?:[^"\\]|\\.)*(?:"|\\?$)|\bInfinity\b|\bNaN\b/gs;
  try {
    return JSON.parse(
      text.replaceAll(textsAndNumbers, (token) =>
        token.startsWith('"') ? token : '1e999',
      ),
    );
  } catch {
    return undefined;
  }
}

/** The service rejects malformed JSON with this detail. It never quotes the body, which can contain a secret. */
function malformed(
  { index, line, column }: Position,
  explains: boolean,
): Rejection {
  const error = 'The body is not JSON';
  const reason = `${error}: error at line ${line}, column ${column}`;
  const msg = explains ? reason : 'JSON decode error';
  return invalidBody(reason, {
    type: 'json_invalid',
    loc: ['body', index],
    msg,
    ctx: { error },
  });
}

/**
 * Checks the limits of a JSON text before it is parsed: parsing 90,000 properties blocks the event loop, and what is
 * nested thousands deep exhausts the stack of whatever reads it.
 */
function checkLimits(text: string): void {
  const msg = limitProblem(text);
  if (msg !== undefined) throw invalidBody(msg, { type: 'value_error', msg });
}

/** Returns which limit a JSON text exceeds; undefined if it exceeds none. */
export function limitProblem(text: string): string | undefined {
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
    if (depth > depthLimit) return tooDeep;
    if (values > valueLimit) return tooMany;
  }
  return undefined;
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
  const known = /at position (\d+)( \(line \d+ column \d+\))?$/.exec(
    message,
  )?.[1];
  if (known !== undefined) return positionAt(text, Number(known));
  // Imported at the first such error: most runs have none.
  const { parse: parseJson } = await import('jsonc-parser');
  const errors: { readonly offset: number }[] = [];
  parseJson(text, errors as never[], { disallowComments: true });
  return positionAt(text, errors[0]?.offset ?? text.length);
}
