import { isRecord } from './is-record.ts';

/**
 * Copies a part of a bundled contract without the paragraphs that the bundle puts behind its description
 * for tools that do not know the extensions: what the values of an enumeration mean, and where the part
 * comes from. Whoever reads the extensions would tell both twice.
 */
export function withoutBundleTexts<T extends Record<string, unknown>>(node: T): T {
  const { description, 'x-enumDescriptions': meanings, 'x-provenance': provenance } = node;
  if (typeof description !== 'string') return node;
  const values = isRecord(meanings) ? Object.keys(meanings) : [];
  const isList = (paragraph: string) =>
    paragraph
      .split('\n')
      .every((line) => values.some((value) => line.startsWith(`- \`${value}\`:`)));
  const isProvenance = (paragraph: string) =>
    provenance !== undefined && /^\*(Documented|Observed|Assumed)[^*]*\*$/.test(paragraph);
  const paragraphs = description.trimEnd().split('\n\n');
  const kept = paragraphs.filter((paragraph) => !isList(paragraph) && !isProvenance(paragraph));
  return { ...node, description: kept.join('\n\n') };
}
