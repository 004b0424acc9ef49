import { isSeq, type YAMLSeq } from 'yaml';
import type { Sources } from '../contract/sources.ts';
import type { Design } from '../design/design.ts';
import { ScaffoldError } from '../scaffold-error.ts';
import type { NewFile } from './file.ts';

const file = '.spectral.yaml';
const place = ['rules', 'contract-operation-id', 'then', 'functionOptions', 'verbs'];

/** The rule that knows the verbs, with the verb if it is new. */
export function verbs({ verb }: Design, sources: Sources): NewFile[] {
  const list = sources.document(file).getIn(place, true);
  const last = isSeq(list)
    ? (list as YAMLSeq<{ range?: readonly number[] }>).items.at(-1)
    : undefined;
  const end = last?.range?.[1];
  if (!isSeq(list) || end === undefined) {
    throw new ScaffoldError(`${file} must have the known verbs in /${place.join('/')}`);
  }
  if (list.items.some((it) => String(it) === verb)) return [];
  // The text is kept but for the one word, as lines that were broken by hand would be broken anew.
  const text = sources.text(file);
  return [{ file, text: `${text.slice(0, end)}, ${verb}${text.slice(end)}`, isNew: false }];
}
