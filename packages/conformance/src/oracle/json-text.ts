/** What the text of a JSON value shows, and its parsed value does not. */
import { endOfString, jsonOf, pointerTo } from '@agent-conversation/contract';

const structural: ReadonlySet<string> = new Set('{}[]:,');

/**
 * Yields the strings of a JSON text, with their quotes, and its structural characters (RFC 8259, section 2). A regular
 * expression for strings would exhaust the stack on one with millions of escapes.
 */
function* tokensOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') {
      const end = endOfString(text, at);
      yield text.slice(at, end + 1);
      at = end;
    } else if (structural.has(character)) {
      yield character;
    }
  }
}

/** Whether a text has objects and lists one within the other, more than some levels deep. */
export function isDeeper(text: string, levels: number): boolean {
  if (text.length <= levels) return false;
  let depth = 0;
  for (const token of tokensOf(text)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    if (depth > levels) return true;
  }
  return false;
}

/** An object or a list that is being read, and the step to what is read of it. */
interface Level {
  /** The names so far; undefined for a list. */
  readonly names: Set<string> | undefined;
  step: string | number;
}

/**
 * Returns the locations of properties whose object has another one of the same name before, as JSON Pointers
 * (RFC 6901).
 *
 * @param text valid JSON
 * @param most how many are returned at most
 */
export function duplicateKeys(text: string, most: number): string[] {
  const repeatedKeys: string[] = [];
  const open: Level[] = [];
  let lastString = '';
  for (const token of tokensOf(text)) {
    const level = open.at(-1);
    if (token === '{') {
      open.push({ names: new Set(), step: '' });
    } else if (token === '[') {
      open.push({ names: undefined, step: 0 });
    } else if (token === '}' || token === ']') {
      open.pop();
    } else if (token === ',') {
      if (typeof level?.step === 'number') level.step += 1;
    } else if (token !== ':') {
      lastString = token;
    } else if (level?.names) {
      const name = jsonOf(lastString) as string;
      level.step = name;
      if (level.names.has(name))
        repeatedKeys.push(pointerTo('', ...open.map(({ step }) => step)));
      level.names.add(name);
    }
    if (repeatedKeys.length === most) break;
  }
  return repeatedKeys;
}
