/**
 * Caches what a function returns for a text: `npm start` builds the site again in one process, and most of it stays the
 * same.
 *
 * @param most how many results are kept; the least recently used go first
 */
export function memo<T, Rest extends readonly unknown[]>(
  make: (text: string, ...rest: Rest) => T,
  most = 2000,
): (text: string, ...rest: Rest) => T {
  const kept = new Map<string, T>();
  return (text, ...rest) => {
    const result = kept.has(text) ? kept.get(text)! : make(text, ...rest);
    // The last used stands at the end.
    kept.delete(text);
    kept.set(text, result);
    if (kept.size > most) kept.delete(kept.keys().next().value!);
    return result;
  };
}
