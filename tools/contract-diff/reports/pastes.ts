import type { Complaint, Paste } from '../model/complaint.ts';

/** What to write into which file, a text for each file. */
export function pastesOf(complaints: readonly Complaint[]): readonly Paste[] {
  const texts = new Map<string, string>();
  for (const { paste } of complaints) {
    if (paste) texts.set(paste.file, (texts.get(paste.file) ?? '') + paste.text);
  }
  return [...texts].map(([file, text]) => ({ file, text }));
}
