/** The addresses of the documentation: moved-anchors.txt and released-anchors.txt in packages/docs. */
import type { FileChange } from '@agent-conversation/cli/files';
import type { SourceFiles } from '@agent-conversation/cli/source';

/**
 * Lets the addresses of an operation that is renamed lead to the new ones, as well as those of earlier renamings.
 *
 * @param rename renames the operation in a text
 * @param to its new name
 */
export function movedAddresses(
  rename: (text: string) => string,
  to: string,
  sources: SourceFiles,
): FileChange {
  const file = 'packages/docs/moved-anchors.txt';
  const linesOf = (text: string) => text.match(/.+/g) ?? [];
  const released = linesOf(
    sources.text('packages/docs/released-anchors.txt'),
  ).filter((address) => rename(address) !== address);
  const lines = [
    ...linesOf(sources.text(file)),
    ...released.map((address) => `${address} ${address}`),
  ];
  const moved = lines.flatMap((line) => {
    const [former = '', address = ''] = line.split(' ');
    // Redoc's page has no anchors of its own.
    const page = `operations/${to}.html`;
    const renamed = rename(address).replace('reference.html', page);
    return former === renamed ? [] : [`${former} ${renamed}`];
  });
  const content = `${[...new Set(moved)].toSorted().join('\n')}\n`;
  return { file, content };
}
