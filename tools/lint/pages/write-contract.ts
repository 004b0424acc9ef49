import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMap, parseDocument } from 'yaml';
import { mergePatch } from './merge-patch.ts';
import type { Block } from './page.ts';

/** The contract that the blocks of the pages change. It keeps every rule. */
const smallContract = fileURLToPath(new URL('contract', import.meta.url));

/**
 * Writes the small contract into a folder, changed by the blocks of a page: YAML says what differs in
 * its file, where a comment `# no title` takes `title` away. Any other text, and a new file, is whole.
 */
export function writeContract(folder: string, blocks: readonly Block[]): void {
  cpSync(smallContract, folder, { recursive: true });
  for (const operation of ['startJob', 'searchJobs', 'pauseJob']) writeSamples(folder, operation);
  for (const { file, text } of blocks) {
    const path = join(folder, file.replace(/^openapi\//, ''));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, existsSync(path) && path.endsWith('.yaml') ? patched(path, text) : text);
  }
}

/** What the samples say matters to no rule, only that they are there. */
function writeSamples(folder: string, operation: string): void {
  const samples = join(folder, 'samples', operation);
  mkdirSync(samples, { recursive: true });
  for (const file of ['success.sh', 'success.ts', 'failure.sh', 'failure.ts']) {
    writeFileSync(join(samples, file), '');
  }
}

function patched(path: string, text: string): string {
  const document = parseDocument(readFileSync(path, 'utf8'));
  const patch = parseDocument(text.replaceAll(/^( *)# no (\S+)$/gm, '$1$2: null'));
  if (!isMap(document.contents) || !isMap(patch.contents)) {
    throw new Error(`${path}: a block must show members of its file:\n${text}`);
  }
  mergePatch(document.contents, patch.contents);
  return document.toString();
}
