/** The addresses of the documentation: moved-anchors.txt and released-anchors.txt in packages/docs. */

/**
 * Lets the addresses of an operation that is renamed lead to the new ones, as well as those of earlier renamings.
 *
 * @param moved lines of a former address, a blank and the one that replaces it
 * @param released addresses that readers may have kept
 * @returns the new lines of `moved`
 */
export function movedAddresses(
  { from, to }: { readonly from: string; readonly to: string },
  moved: readonly string[],
  released: readonly string[],
): string[] {
  const name = new RegExp(String.raw`(?<=[/#])${from}(?=\.|$)`, 'g');
  const earlier = moved.map((line) => {
    const [former = '', replacement = ''] = line.split(' ');
    return { former, replacement: replacement.replaceAll(name, to) };
  });
  const renamedNow = released.map((former) => {
    const renamed = former.replaceAll(name, to);
    // Redoc's page has no anchors of its own.
    const isReference = former.startsWith('reference.html');
    const replacement = isReference ? `operations/${to}.html#${to}` : renamed;
    return {
      former,
      replacement: renamed === former ? former : shortened(former, replacement),
    };
  });
  // An operation that gets back its name is where it was.
  const back = `reference.html#${to}`;
  const lines = [...earlier, ...renamedNow]
    .filter(
      ({ former, replacement }) =>
        former !== back && !isSame(former, replacement),
    )
    .map(({ former, replacement }) => `${former} ${replacement}`);
  return [...new Set(lines)].toSorted();
}

/** Returns an address without its page if that is the same: `#anchor`. */
function shortened(from: string, to: string): string {
  const [page = '', id = ''] = to.split('#');
  return from.startsWith(`${page}#`) ? `#${id}` : to;
}

function isSame(former: string, replacement: string): boolean {
  return replacement === former || replacement === shortened(former, former);
}
