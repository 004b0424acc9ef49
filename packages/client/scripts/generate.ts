import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { Refusal } from './document.ts';
import { generatedFiles } from './files.ts';

const directory = new URL('../src/generated/', import.meta.url);

try {
  const files = generatedFiles(document);
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(new URL(name, directory), text);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(`No client can be made of openapi/dist/openapi.json${error.message}`);
  process.exitCode = 1;
}
