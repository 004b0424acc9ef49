import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { generatedFiles } from './files.ts';

const directory = new URL('../generated/', import.meta.url);
const files = await generatedFiles(document);

rmSync(directory, { recursive: true, force: true });
mkdirSync(directory);
for (const [name, text] of Object.entries(files)) writeFileSync(new URL(name, directory), text);
