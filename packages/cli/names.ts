/** Misspelt names, in packages that programs import: it runs in browsers as well. */
import leven from 'leven';

/** Returns the known name that is nearest to a misspelt one; undefined if none is near. */
export function nearest(
  name: string,
  known: readonly string[],
): string | undefined {
  // To compare long names takes too long.
  if (name.length > 100) return undefined;
  const byDistance = known
    .map((candidate) => ({
      candidate,
      distance: leven(name.toLowerCase(), candidate.toLowerCase()),
    }))
    .toSorted((one, other) => one.distance - other.distance);
  const [best] = byDistance;
  const mostDistant = Math.max(2, Math.ceil(name.length / 3));
  return best && best.distance <= mostDistant ? best.candidate : undefined;
}
