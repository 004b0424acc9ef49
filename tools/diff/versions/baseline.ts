import { createHash } from 'node:crypto';
import type { Complaint } from '../model/complaint.ts';
import { readText } from './read-text.ts';

/** The contract of the last release, as one file. */
export const baselineFile = 'openapi/released/openapi.yaml';

/** What tells whether the contract of the last release is still the same: a line as of `sha256sum`. */
export const digestFile = `${baselineFile}.sha256`;

/** What to do when a file of the last release is missing. */
export const restore = 'take it back from git; `npm run release -- version` alone writes it';

/** What belongs into the digest's file of a released contract. */
export function digestOf(text: string): string {
  return `${createHash('sha256').update(text).digest('hex')}  openapi.yaml\n`;
}

/** Complains when the contract of the last release is no longer the one that was released. */
export function judgeBaseline(root: string, text: string): readonly Complaint[] {
  if (readText(root, digestFile, restore) === digestOf(text)) return [];
  return [
    {
      kind: 'baseline-edited',
      place: { file: baselineFile, line: 1 },
      message:
        `It is not the contract that was released: its SHA-256 is not the one in ${digestFile}. ` +
        'Take it back from git; `npm run release -- version` alone writes it',
      paste: undefined,
    },
  ];
}
