import { isRecord } from './is-record.ts';

/** The components that a part of a document refers to, and those that they refer to themselves. */
export function componentsOf(
  part: unknown,
  components: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): Record<string, Record<string, unknown>> {
  const found: Record<string, Record<string, unknown>> = {};
  const open = [part];
  while (open.length > 0) {
    const node = open.pop();
    if (Array.isArray(node)) open.push(...(node as unknown[]));
    if (!isRecord(node)) continue;
    open.push(...Object.values(node));
    const [, kind = '', name = ''] =
      /^#\/components\/(\w+)\/(.+)$/.exec(typeof node['$ref'] === 'string' ? node['$ref'] : '') ??
      [];
    const target = components[kind]?.[name];
    if (target === undefined || found[kind]?.[name] !== undefined) continue;
    (found[kind] ??= {})[name] = target;
    open.push(target);
  }
  return found;
}
