/** Runs once before all tests: packs and installs what they share, and removes it at the end. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import {
  installPacked,
  installPeers,
  packPackages,
  peer,
  type Tarballs,
} from './install.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder for the projects of the tests. */
    readonly workspace: string;
    readonly tarballs: Tarballs;
    /** A project in which all packages are installed, and which finds the peers above itself. */
    readonly installed: string;
  }
}

export default async function setUp({
  provide,
}: TestProject): Promise<() => void> {
  const workspace = mkdtempSync(join(tmpdir(), 'agent-conversation-e2e-'));
  const remove = () => rmSync(workspace, { recursive: true, force: true });
  try {
    await installPeers();
    // Where the READMEs have it, seen from a project.
    const folder = join(workspace, 'agent-conversation-packages');
    mkdirSync(folder);
    const tarballs = await packPackages(folder);
    provide('workspace', workspace);
    provide('tarballs', tarballs);
    // Shared by all consumers, as if it were the root of their repository.
    const withPeers = join(workspace, 'with-peers');
    mkdirSync(withPeers);
    symlinkSync(peer('.'), join(withPeers, 'node_modules'));
    provide(
      'installed',
      await installPacked(withPeers, tarballs, Object.keys(tarballs)),
    );
  } catch (error) {
    remove();
    throw error;
  }
  return remove;
}
