/** Runs once, before all tests: what they share is installed, and removed when they have ended. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installOnDemand } from '@agent-conversation/on-demand';
import type { TestProject } from 'vitest/node';
import { installPacked, pack, type Tarballs } from './packed.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder for the projects of the tests. */
    readonly workshop: string;
    /** The packages, packed. */
    readonly tarballs: Tarballs;
    /** A project in which the client was installed, with what it needs. */
    readonly withClient: string;
    /** A project in which all the packages were installed. */
    readonly withAll: string;
  }
}

export default async function setUp({ provide }: TestProject): Promise<() => void> {
  const workshop = mkdtempSync(join(tmpdir(), 'agent-conversation-consumers-'));
  const remove = () => rmSync(workshop, { recursive: true, force: true });
  try {
    for (const folder of ['runtimes', 'compilers', 'bundlers']) {
      await installOnDemand(join(import.meta.dirname, folder));
    }
    const tarballs = await pack(workshop);
    provide('workshop', workshop);
    provide('tarballs', tarballs);
    provide(
      'withClient',
      await installPacked(workshop, tarballs, [
        '@agent-conversation/client',
        '@agent-conversation/types',
        '@agent-conversation/validators',
      ]),
    );
    provide('withAll', await installPacked(workshop, tarballs, Object.keys(tarballs)));
  } catch (error) {
    remove();
    throw error;
  }
  return remove;
}
