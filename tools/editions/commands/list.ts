import { knownEditions, type KnownEdition } from '../editions.ts';
import { listInstalled } from '../install/cache.ts';
import { findPython } from '../install/python.ts';

/** Describes the editions that are known, and those that are installed. */
export function listEditions(cache: string): string {
  const installed = listInstalled(cache);
  const isInstalled = (version: string) =>
    installed.some((it) => it.version === version);
  const rows = knownEditions.map((known) => [
    known.version,
    known.generations.join(', '),
    keyOf(known),
    known.settingsPath,
    isInstalled(known.version) ? 'yes' : 'no',
  ]);
  const others = installed.filter(
    ({ version }) => !knownEditions.some((known) => known.version === version),
  );
  const lines = table([
    ['Edition', 'Generations', 'Key', 'Settings', 'Installed'],
    ...rows,
  ]);
  if (others.length > 0) {
    const versions = others.map(({ version }) => version).join(', ');
    lines.push('', `Also installed: ${versions}`);
  }
  return `${[...lines, '', `Folder: ${cache}`].join('\n')}\n`;
}

/**
 * Describes the Python that editions are installed with.
 *
 * @throws {CommandError} if there is none
 */
export async function describePython(
  chosen: string | undefined,
): Promise<string> {
  const { program, version } = await findPython(process.env, chosen);
  return `${program} (${version})\n`;
}

function keyOf({ needsKeyForV1, generations }: KnownEdition): string {
  if (!needsKeyForV1) return 'for V0 only';
  return generations.length > 1 ? 'for both' : 'yes';
}

function table(rows: readonly (readonly string[])[]): string[] {
  const [head = []] = rows;
  const widths = head.map((_, at) =>
    Math.max(...rows.map((row) => row[at]!.length)),
  );
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join('  ')
      .trimEnd(),
  );
}
