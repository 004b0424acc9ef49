import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { build } from 'rolldown';
import { generatedFiles } from './operations.ts';
import { ContractError } from './schema.ts';

const header =
  '// Generated from openapi/ by packages/validators/scripts/generate.ts. Do not edit; run `npm run build`.\n\n';
const generated = new URL('../generated/', import.meta.url);
const dist = new URL('../dist/', import.meta.url);

try {
  const files = generatedFiles(document);
  for (const folder of [generated, dist]) rmSync(folder, { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) write(new URL(name, generated), header + text);
  // A module for each operation, and one for each thing that several of them share.
  await build({
    input: Object.fromEntries(
      Object.keys(files)
        .filter((name) => name.startsWith('operations/'))
        .map((name) => [name.replace(/\.js$/, ''), fileURLToPath(new URL(name, generated))]),
    ),
    platform: 'neutral',
    output: {
      dir: fileURLToPath(dist),
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: 'common/[name].js',
    },
    logLevel: 'warn',
  });
  for (const name of ['index.js', 'index.d.ts']) write(new URL(name, dist), header + files[name]);
} catch (error) {
  if (!(error instanceof ContractError)) throw error;
  console.error(`No validators can be generated from openapi/dist/openapi.json${error.message}`);
  process.exitCode = 1;
}

function write(file: URL, text: string): void {
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, text);
}
