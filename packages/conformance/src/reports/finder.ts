import { mayEscape, type Reading, readings } from './readings.ts';

/** A part of a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Texts that begin alike, by how they go on. */
interface Branch {
  readonly next: Map<string, Branch>;
  /** Whether a text ends here. */
  isEnd: boolean;
}

/**
 * A function that finds where in a text others stand, however they are escaped there; where some overlap,
 * it tells the whole of them. It takes no longer for many texts than for a few.
 */
export function createFinder(texts: Iterable<string>): (text: string) => Span[] {
  const root: Branch = { next: new Map(), isEnd: false };
  for (const text of texts) {
    let branch = root;
    for (let at = 0; at < text.length; at += 1) {
      const known = branch.next.get(text[at]!) ?? { next: new Map(), isEnd: false };
      branch.next.set(text[at]!, known);
      branch = known;
    }
    branch.isEnd = true;
  }
  return (text) => united(found(root, text));
}

function found(root: Branch, text: string): Span[] {
  const spans: Span[] = [];
  // What goes on at a place, each with where it began first: all ways to read a text are walked at once.
  const open = new Map<number, Map<Branch, number>>();
  function walk(from: Branch, start: number, { text: character, end }: Reading): void {
    const half = from.next.get(character[0]!);
    const branch = character.length === 1 ? half : half?.next.get(character[1]!);
    if (!branch) return;
    if (branch.isEnd) spans.push({ start, end });
    const there = open.get(end) ?? new Map<Branch, number>();
    open.set(end, there.set(branch, Math.min(start, there.get(branch) ?? start)));
  }
  for (let at = 0; at < text.length; at += 1) {
    if (open.size === 0 && !mayBegin(root, text, at)) continue;
    const here = open.get(at);
    open.delete(at);
    for (const reading of readings(text, at)) {
      walk(root, at, reading);
      for (const [branch, start] of here ?? []) walk(branch, start, reading);
    }
  }
  return spans;
}

/** Whether one of the texts may begin at a place, by two characters: at most places, none does. */
function mayBegin(root: Branch, text: string, at: number): boolean {
  if (mayEscape(text[at]!)) return true;
  const branch = root.next.get(text[at]!);
  if (!branch || branch.isEnd) return branch !== undefined;
  const second = text[at + 1];
  return second !== undefined && (branch.next.has(second) || mayEscape(second));
}

function united(spans: readonly Span[]): Span[] {
  const apart: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = apart.at(-1);
    if (!last || span.start >= last.end) apart.push(span);
    else if (span.end > last.end) apart.splice(-1, 1, { start: last.start, end: span.end });
  }
  return apart;
}
