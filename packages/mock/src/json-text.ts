/** How deep arrays and objects can be nested in the body of a request. */
export const depthLimit = 100;

/** How many properties and items the body of a request can have. */
export const valueLimit = 10_000;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

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
    if (code === quote) at = endOfString(text, at);
    else if (code === comma) values += 1;
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
    while (text.charCodeAt(first - 1) === backslash) first -= 1;
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

/**
 * Finds where a text stops being JSON (RFC 8259). The messages of `JSON.parse` name the position of some errors only,
 * and quote the text, which can contain a secret.
 *
 * @param text a text that `JSON.parse` rejects
 */
export function jsonErrorIn(text: string): JsonError {
  return locate(text, errorIndex(text));
}

/** Returns the line and column of an index. */
export function locate(text: string, index: number): JsonError {
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
const escapes = '"\\/bfnrt';
const hexEscape = /u[0-9a-fA-F]{4}/y;

function errorIndex(text: string): number {
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
    skip(space);
    if (text[at] !== expected) return false;
    at += 1;
    return true;
  };
  const string = () => {
    if (!take('"')) return false;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        at += 1;
        return true;
      }
      if (code < 0x20) return false;
      if (code !== backslash) continue;
      const next = text[at + 1] ?? '';
      hexEscape.lastIndex = at + 1;
      if (next !== '' && escapes.includes(next)) at += 1;
      else if (next === 'u' && hexEscape.test(text)) at += 5;
      else return false;
    }
    return false;
  };
  const key = () => string() && take(':');
  /** Reads a value; of an array or object that is not empty, up to its first value. */
  const value = (): boolean => {
    for (;;) {
      if (take('{')) {
        if (take('}')) return true;
        open.push('}');
        if (!key()) return false;
      } else if (take('[')) {
        if (take(']')) return true;
        open.push(']');
      } else {
        return text[at] === '"' ? string() : skip(scalar);
      }
    }
  };

  while (value()) {
    let bracket = open.at(-1);
    while (bracket !== undefined && take(bracket)) {
      open.pop();
      bracket = open.at(-1);
    }
    if (bracket === undefined) {
      skip(space);
      break;
    }
    if (!take(',') || (bracket === '}' && !key())) break;
  }
  return at;
}
