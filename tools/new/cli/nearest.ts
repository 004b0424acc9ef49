import leven from 'leven';

/** The word that is meant by a misspelt one; undefined where none is much like it. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const [best] = words
    .map((it) => ({ it, distance: leven(word.toLowerCase(), it.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance);
  return best && best.distance <= Math.max(2, word.length / 4) ? best.it : undefined;
}
