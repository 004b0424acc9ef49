/** The texts that differ least from one, at most three, and only those that are alike. */
export function nearest(text: string, texts: readonly string[]): readonly string[] {
  const far = Math.max(3, Math.floor(text.length / 3));
  return texts
    .map((candidate) => ({ candidate, distance: distance(text, candidate) }))
    .filter((it) => it.distance <= far || it.candidate.includes(text))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** How many letters have to be added, taken away or changed (the Levenshtein distance). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of a.split('').entries()) {
    const next = [i + 1];
    for (const [j, other] of b.split('').entries()) {
      const change = (row[j] ?? 0) + Number(letter !== other);
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
