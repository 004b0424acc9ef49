/** The pointer to a member or an item of what a pointer leads to (RFC 6901, section 3). */
export function member(pointer: string, step: string | number): string {
  return `${pointer}/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** A copy of a value with another one in the place that a pointer leads to. */
export function replaceAt(value: unknown, pointer: string, replacement: unknown): unknown {
  if (pointer === '') return replacement;
  const end = pointer.indexOf('/', 1);
  const step = pointer.slice(1, end < 0 ? undefined : end);
  const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
  const rest = end < 0 ? '' : pointer.slice(end);
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return items.with(Number(name), replaceAt(items[Number(name)], rest, replacement));
  }
  const members = Object.entries(value as Readonly<Record<string, unknown>>);
  return Object.fromEntries(
    members.map(([key, each]) => [key, key === name ? replaceAt(each, rest, replacement) : each]),
  );
}
