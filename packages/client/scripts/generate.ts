/** Writes the generated sources of the client, from the bundled contract. */
import type { Contract } from '@agent-conversation/contract';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { generatedFiles } from './emit.ts';
import { UnsupportedError } from './model.ts';

/** Replaces the files of a folder. A contract that is not supported is reported, and leaves them as they are. */
export function writeFiles(contract: Contract, directory: URL): void {
  try {
    const files = generatedFiles(contract);
    rmSync(directory, { recursive: true, force: true });
    mkdirSync(directory, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(new URL(name, directory), text);
  } catch (error) {
    if (!(error instanceof UnsupportedError)) throw error;
    console.error(`No client can be made of openapi/dist/openapi.json#${error.message}`);
    process.exitCode = 1;
  }
}

if (import.meta.main) {
  writeFiles(document as unknown as Contract, new URL('../src/generated/', import.meta.url));
}
