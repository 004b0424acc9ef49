import leven from 'leven';

/** The texts that differ least from one, at most three, and only those that are alike. */
export function nearest(text: string, texts: readonly string[]): readonly string[] {
  const far = Math.max(3, Math.floor(text.length / 3));
  return texts
    .map((candidate) => ({ candidate, distance: leven(text, candidate) }))
    .filter((it) => it.distance <= far || it.candidate.includes(text))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}
