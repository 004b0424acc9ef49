import { isObject } from '@agent-conversation/contract';

/**
 * Copies a part of a bundled contract without the list of the meanings of values that the bundle adds to its
 * description: the pages show the meanings themselves.
 */
export function withoutBundleTexts<T extends Record<string, unknown>>(node: T): T {
  const { description, 'x-enumDescriptions': meanings } = node;
  if (typeof description !== 'string' || !isObject(meanings)) return node;
  const values = Object.keys(meanings);
  const isList = (paragraph: string) =>
    paragraph
      .split('\n')
      .every((line) => values.some((value) => line.startsWith(`- \`${value}\`:`)));
  const kept = description
    .trimEnd()
    .split('\n\n')
    .filter((paragraph) => !isList(paragraph));
  return { ...node, description: kept.join('\n\n') };
}
