/** A text that uses actions, with its file. */
export interface Source {
  readonly file: string;
  readonly text: string;
}

interface Use {
  readonly file: string;
  readonly action: string;
  readonly ref: string;
  readonly version: string | undefined;
}

/**
 * The actions that are not pinned by the hash of a commit with its version beside it, and those that are pinned
 * in two ways. A tag can be moved to other code, a commit cannot.
 */
export function unpinned(sources: readonly Source[]): string[] {
  const uses = sources.flatMap(usesIn);
  const loose = uses
    .filter(({ ref, version }) => !/^[0-9a-f]{40}$/.test(ref) || version === undefined)
    .map(({ file, action }) => `${file}: pin ${action} by a commit, with its version as comment`);
  const split = uses.flatMap(({ file, action, ref }, index) => {
    const other = uses.slice(0, index).find((it) => it.action === action && it.ref !== ref);
    return other ? [`${file}: ${action} is pinned otherwise in ${other.file}`] : [];
  });
  return [...loose, ...split];
}

function usesIn({ file, text }: Source): Use[] {
  return [...text.matchAll(/uses: *(?!\.\/)([^@\s]+)@?(\S*)(?: +# (v\d+\.\d+\.\d+))?/g)].map(
    ([, action = '', ref = '', version]) => ({ file, action, ref, version }),
  );
}
