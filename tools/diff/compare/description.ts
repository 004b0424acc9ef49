import { isList, isRecord, type Json, member, textOf } from '../model/json.ts';

/** What the bundle puts at the end of a description: where the element comes from. */
const provenance =
  /(?:^|\n\n)\*(?:Documented|Observed of running deployments|Assumed)(?:: method, path and purpose)?(?: \(decision D\d+\))?\.\*$/;

/**
 * The description of an element as a person wrote it: without the meanings of values and the provenance,
 * which the bundle repeats there from the extensions. Undefined if nothing is left.
 */
export function ownDescription(element: Json | undefined): Json | undefined {
  const description = member(element, 'description');
  if (typeof description !== 'string') return description;
  const text = description.trimEnd().replace(provenance, '');
  const meanings = meaningsOf(element);
  const own = meanings !== '' && text.endsWith(meanings) ? text.slice(0, -meanings.length) : text;
  return own.trim() === '' ? undefined : own.trim();
}

function meaningsOf(element: Json | undefined): string {
  const values = member(element, 'enum');
  const texts = member(element, 'x-enumDescriptions');
  if (!isList(values) || !isRecord(texts)) return '';
  return values
    .filter((value) => textOf(value) in texts)
    .map((value) => `- \`${textOf(value)}\`: ${textOf(texts[textOf(value)])}`)
    .join('\n');
}
