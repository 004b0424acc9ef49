import { fileURLToPath } from 'node:url';
import { versionOnDemand } from '@agent-conversation/on-demand';

/** Where the instruments are installed, apart from the peers: the budget needs nothing else. */
export const instrumentsFolder: string = fileURLToPath(new URL('instruments/', import.meta.url));

/** An instrument as the results name it: with its version. */
export function instrument(name: 'esbuild' | 'typescript'): string {
  return `${name} ${versionOnDemand(instrumentsFolder, name)}`;
}
