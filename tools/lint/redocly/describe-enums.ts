import { describer } from './describe.ts';
import type { Node, Visitor } from './visitor.ts';

/** Lists in the description of an enumeration what each of its values means. */
export function describeEnums(): Visitor {
  return { Schema: describer(meanings) };
}

function meanings({ enum: values, 'x-enumDescriptions': texts }: Node) {
  if (!Array.isArray(values) || !isRecord(texts)) return undefined;
  const known = values.map(String).filter((value) => value in texts);
  return known.map((value) => `- \`${value}\`: ${String(texts[value])}`).join('\n');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
