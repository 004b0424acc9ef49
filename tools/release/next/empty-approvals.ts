import { isMap, parseDocument } from 'yaml';
import { ReleaseError } from '../release-error.ts';

/**
 * Takes the records out of `openapi/approvals.yaml` and keeps what stands above them.
 *
 * @throws {ReleaseError} when there is no list of them
 */
export function emptyApprovals(text: string): string {
  const document = parseDocument(text);
  const start = isMap(document.contents) ? document.contents.range?.[0] : undefined;
  if (start === undefined || !document.has('approvals')) {
    throw new ReleaseError(
      'openapi/approvals.yaml: has no list `approvals`, write `approvals: []`',
    );
  }
  return `${text.slice(0, start)}approvals: []\n`;
}
