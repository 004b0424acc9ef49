/** The report of a release that is not written. */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { count, excerpt } from '@agent-conversation/cli/text';
import { effects, prettyReport } from '@agent-conversation/diff';
import { oneLine, releaseNotes } from './changelog.ts';
import type { Context } from './context.ts';
import { buildPackages, packPackages } from './pack.ts';
import { withNextRelease } from './version.ts';

/** How much of a part of the report is shown, unless all is asked for: the whole report has at most 60 lines. */
const shown = { lines: 6, columns: 110 };

/** Makes and packs the next release elsewhere, and describes it: in a few lines, or with all that is written. */
export function dryRun(context: Context, isVerbose: boolean): Promise<string> {
  return withNextRelease(context, async ({ copy, reviewed, entry, files }) => {
    await buildPackages(context);
    using into = mkdtempDisposableSync(join(tmpdir(), 'release-'));
    const packed = await packPackages(into.path, context.root);
    const { planned, versions, changes } = reviewed;
    const { version, step, changesets } = planned;
    const counts = effects.map((effect) => {
      const ofEffect = changes.filter((change) => change.effect === effect);
      return `${ofEffect.length} ${effect}`;
    });
    const breaking = changes.filter(({ effect }) => effect === 'breaking');
    const parts: Record<string, readonly string[]> = {
      Version: [
        `${versions.current} -> ${version} (${step}), with the tag v${version}`,
      ],
      'Changes of the contract (npm run diff)': [
        counts.join(', '),
        ...breaking.map(({ message }) => `breaking  ${oneLine(message)}`),
      ],
      [`Changesets (${changesets.length})`]: changesets.map(
        (it) => `${it.file}  ${it.step}: ${oneLine(it.summary)}`,
      ),
      'Entry of openapi/changelog.yaml': entry.trimEnd().split('\n'),
      'Release notes': releaseNotes(copy, version).trimEnd().split('\n'),
      [`Files (${files.length})`]: files.map(({ file, content }) =>
        content === undefined ? `removed  ${file}` : `written  ${file}`,
      ),
      'Packages, in the order to publish them in, with the sizes of the current build':
        packed.map(
          (it) =>
            `${it.name}@${version}  ${it.size} bytes, ${it.files.length} files`,
        ),
    };
    const texts = Object.entries(parts).map(([title, lines]) =>
      [title, ...(isVerbose ? lines : shortened(lines))].join('\n  '),
    );
    if (isVerbose) texts.unshift(prettyReport(reviewed).trimEnd());
    return `${texts.join('\n\n')}\n`;
  });
}

function shortened(lines: readonly string[]): readonly string[] {
  const beginning = lines
    .slice(0, shown.lines)
    .map((text) => excerpt(text, shown.columns));
  const left = lines.length - beginning.length;
  if (left === 0) return beginning;
  return [...beginning, `… and ${count(left, 'more line')}: add --verbose`];
}
