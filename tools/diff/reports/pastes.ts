import { approvalsFile } from '../approvals/read-approvals.ts';
import type { Paste } from '../model/complaint.ts';
import type { Review } from '../model/review.ts';

/** All that is to be written into a file. */
export interface FilePaste extends Paste {
  /** What stands there and has to go. */
  readonly instead: string | undefined;
}

/** What to write into which file, a text for each file. */
export function pastesOf({ complaints, approvals }: Review): readonly FilePaste[] {
  const texts = new Map<string, string>();
  for (const { paste } of complaints) {
    if (paste) texts.set(paste.file, (texts.get(paste.file) ?? '') + paste.text);
  }
  return [...texts].map(([file, text]) =>
    // The records are entries of a list, which stands there as an empty one.
    file === approvalsFile && approvals.length === 0
      ? { file, text: `approvals:\n${text}`, instead: 'approvals: []' }
      : { file, text, instead: undefined },
  );
}
