import { readJson } from '@agent-conversation/contract';

let last = { text: '', parsed: readJson('') };

/** From this length on, in characters, reading a body once is worth keeping it. */
const large = 1000;

/**
 * Reads a body as JSON. The last large one is kept, as an exchange is looked at in several ways one after the other.
 * Nobody changes the value.
 */
export function parsedBody(text = ''): ReturnType<typeof readJson> {
  if (text.length < large) return readJson(text);
  if (last.text !== text) last = { text, parsed: readJson(text) };
  return last.parsed;
}
