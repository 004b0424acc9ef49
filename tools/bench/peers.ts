import { fileURLToPath } from 'node:url';
import { versionOnDemand } from '@agent-conversation/on-demand';

/** Where the peers are installed, apart from the workspaces: nobody but the bench needs them. */
export const peersFolder: string = fileURLToPath(new URL('peers/', import.meta.url));

/** A package among the peers as the results name it: with its version. */
export function peer(name: string): string {
  return `${name} ${versionOnDemand(peersFolder, name)}`;
}
