/** The word that is meant by a misspelt or unfinished one; undefined where none is much like it. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const longer = words.find((it) => it.startsWith(word));
  if (longer !== undefined) return longer;
  const [best] = words
    .map((it) => ({ word: it, distance: distance(word, it) }))
    .toSorted((a, b) => a.distance - b.distance);
  return best && best.distance <= Math.max(2, word.length / 4) ? best.word : undefined;
}

/** How many letters have to be changed, put in or taken away (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let done = 0; done < from.length; done += 1) {
    const next = [done + 1];
    for (let at = 1; at <= to.length; at += 1) {
      const change = row[at - 1]! + (from[done] === to[at - 1] ? 0 : 1);
      next.push(Math.min(change, row[at]! + 1, next[at - 1]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}
