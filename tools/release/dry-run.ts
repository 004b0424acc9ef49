/** The report of a release that is not written. */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { count, excerpt } from '@agent-conversation/cli/text';
import { type Effect, effects, prettyReport } from '@agent-conversation/diff';
import { oneLine, releaseNotes } from './changelog.ts';
import type { Context } from './context.ts';
import { packPackages, type Packed } from './pack.ts';
import { publishedPackages } from './packages.ts';
import { makeNextRelease, type NextRelease } from './version.ts';

/** How much of a part of the report is shown, unless all is asked for: the whole report has at most 60 lines. */
const shown = { lines: 6, columns: 110 };

/** Makes and packs the next release elsewhere, and describes it: in a few lines, or with all that is written. */
export async function dryRun(
  context: Context,
  isVerbose: boolean,
): Promise<string> {
  using next = await makeNextRelease(context);
  const packed = await packElsewhere(context);
  const parts = partsOf(next, packed);
  if (!isVerbose) return `${parts.map(shortened).join('\n\n')}\n`;
  return `${[prettyReport(next.reviewed).trimEnd(), ...parts.map(textOf)].join('\n\n')}\n`;
}

/** Packs what is built now. */
async function packElsewhere({
  root,
  build,
}: Context): Promise<readonly Packed[]> {
  const folders = publishedPackages(root).map(({ folder }) => folder);
  await build(root, folders);
  using into = mkdtempDisposableSync(join(tmpdir(), 'release-'));
  return await packPackages(into.path, root);
}

interface Part {
  readonly title: string;
  readonly lines: readonly string[];
}

function partsOf(
  next: NextRelease,
  packed: readonly Packed[],
): readonly Part[] {
  const { copy, reviewed, entry, files } = next;
  const { planned, versions, changes } = reviewed;
  const { version, step, changesets } = planned;
  const changesOf = (effect: Effect) =>
    changes.filter((it) => it.effect === effect);
  return [
    {
      title: 'Version',
      lines: [
        `${versions.current} -> ${version} (${step}), with the tag v${version}`,
      ],
    },
    {
      title: 'Changes of the contract (npm run diff)',
      lines: [
        effects
          .map((effect) => `${changesOf(effect).length} ${effect}`)
          .join(', '),
        ...changesOf('breaking').map(
          (it) => `breaking  ${oneLine(it.message)}`,
        ),
      ],
    },
    {
      title: `Changesets (${changesets.length})`,
      lines: changesets.map(
        (it) => `${it.file}  ${it.step}: ${oneLine(it.summary)}`,
      ),
    },
    {
      title: 'Entry of openapi/changelog.yaml',
      lines: entry.trimEnd().split('\n'),
    },
    {
      title: 'Release notes',
      lines: releaseNotes(copy, version).trimEnd().split('\n'),
    },
    {
      title: `Files (${files.length})`,
      lines: files.map(
        (it) =>
          `${it.content === undefined ? 'removed' : 'written'}  ${it.file}`,
      ),
    },
    {
      title:
        'Packages, in the order to publish them in, with the sizes of the current build',
      lines: packed.map(
        (it) =>
          `${it.name}@${version}  ${it.bytes} bytes, ${it.files} files, with a bill of materials`,
      ),
    },
  ];
}

function textOf({ title, lines }: Part): string {
  return [title, ...lines].join('\n  ');
}

function shortened({ title, lines }: Part): string {
  const beginning = lines
    .slice(0, shown.lines)
    .map((text) => excerpt(text, shown.columns));
  const left = lines.length - beginning.length;
  if (left > 0)
    beginning.push(`… and ${count(left, 'more line')}: add --verbose`);
  return textOf({ title, lines: beginning });
}
