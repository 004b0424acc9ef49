import { isRecord } from './is-record.ts';

/**
 * Copies a part of a bundled contract without the lists of enumeration values in its descriptions.
 * The bundle has them for tools that do not know `x-enumDescriptions`; Redoc makes a table of that
 * extension, so every meaning would be told twice.
 */
export function withoutEnumLists<T>(node: T): T;
export function withoutEnumLists(node: unknown): unknown {
  if (Array.isArray(node)) return node.map((item: unknown) => withoutEnumLists(item));
  if (!isRecord(node)) return node;
  const copy = Object.fromEntries(
    Object.entries(node).map(([name, member]) => [name, withoutEnumLists(member)]),
  );
  const { description, 'x-enumDescriptions': meanings } = copy;
  if (typeof description === 'string' && isRecord(meanings)) {
    copy['description'] = withoutListOf(Object.keys(meanings), description);
  }
  return copy;
}

function withoutListOf(values: string[], description: string): string {
  const isItem = (line: string) => values.some((value) => line.startsWith(`- \`${value}\`:`));
  const paragraphs = description.split('\n\n');
  return paragraphs.filter((paragraph) => !paragraph.split('\n').every(isItem)).join('\n\n');
}
