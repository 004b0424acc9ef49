import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { bundle } from './bundle.ts';
import { Refusal } from './document.ts';
import { generatedFiles } from './files.ts';

const header =
  '// Made from openapi/ by packages/validators/scripts/generate.ts; run `npm run build` to make it anew.\n\n';
const generated = new URL('../generated/', import.meta.url);
const dist = new URL('../dist/', import.meta.url);

try {
  const files = generatedFiles(document);
  rmSync(generated, { recursive: true, force: true });
  rmSync(dist, { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) write(new URL(name, generated), header + text);
  await bundle(generated, dist);
  for (const name of ['index.js', 'index.d.ts']) write(new URL(name, dist), header + files[name]);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(`No validators can be made of openapi/dist/openapi.json${error.message}`);
  process.exitCode = 1;
}

function write(file: URL, text: string): void {
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, text);
}
