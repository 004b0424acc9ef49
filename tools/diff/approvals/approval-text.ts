import { stringify } from 'yaml';
import type { Change } from '../model/change.ts';

/** The record of a change as it is added to the list in `openapi/approvals.yaml`, with blanks for people. */
export function approvalText({ fingerprint, message, migration }: Change): string {
  const known = stringify(
    [{ fingerprint, change: message, reason: '', migration, owner: '', expires: '' }],
    { singleQuote: true, lineWidth: 0 },
  );
  return known
    .replace(/(?<=^ {2}reason: '')$/m, ' # why it is worth breaking somebody')
    .replace(/(?<=^ {2}owner: '')$/m, ' # an e-mail address or a @handle')
    .replace(/(?<=^ {2}expires: '')$/m, ' # the last day, YYYY-MM-DD')
    .replaceAll(/^(?=.)/gm, '  ');
}
