import { basename } from 'node:path';
import { prettyReport, type Review } from '@agent-conversation/diff';
import type { FileChange } from '../files/write-all.ts';
import { entryText } from '../next/add-entry.ts';
import { type Entry, inOneLine } from '../next/changelog-entry.ts';
import type { Packed } from '../pack/index.ts';

/** What is told of a release before it is made. */
export interface Planned {
  readonly review: Review;
  readonly entry: Entry;
  readonly files: readonly FileChange[];
  /** In the order in which they are published. */
  readonly packed: readonly Packed[];
}

/** Tells a release to people: what stands in the tree afterwards, and what is published. */
export function describeRelease({ review, entry, files, packed }: Planned): string {
  const { versions, planned } = review;
  const raised = Object.entries({ 'the contract': versions.current, ...versions.packages });
  return [
    prettyReport(review, (_, text) => text).trimEnd(),
    block(
      'Versions',
      raised.map(([name, version]) => `${name}  ${version} -> ${planned.version}`),
    ),
    block(
      'Changesets',
      planned.changesets.map(
        ({ file, step, summary }) => `${file}  ${step}: ${inOneLine(summary)}`,
      ),
    ),
    block('Entry of openapi/changelog.yaml', entryText(entry).trimEnd().split('\n')),
    block(
      'Files',
      files.map(({ file, content }) => `${content === undefined ? 'removed' : 'written'}  ${file}`),
    ),
    block('Packages, in the order in which they are published', packed.flatMap(linesOf)),
    block('Tag', [`v${planned.version}`]),
  ].join('\n\n');
}

function linesOf({ name, version, file, bytes, unpackedBytes, files, sha512, sbom }: Packed) {
  return [
    `${name}@${version}`,
    `  ${basename(file)}  ${bytes} bytes (${unpackedBytes} unpacked), ${files.length} files`,
    `  ${sha512}`,
    `  ${basename(sbom)}`,
  ];
}

function block(title: string, lines: readonly string[]): string {
  return [title, ...lines.map((line) => `  ${line}`)].join('\n');
}
