/**
 * Writes the contract without its texts to `generated/structure.json`. Turbo tasks that do not depend on
 * texts have this file as input instead of the sources of the contract, so a change of a text does not rerun them.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { textWithout } from '@agent-conversation/contract/structure';

const texts =
  'description summary externalDocs x-enumDescriptions x-codeSamples'.split(
    ' ',
  );
const bundle = readFileSync(
  new URL('dist/openapi.json', import.meta.url),
  'utf8',
);
mkdirSync(new URL('generated/', import.meta.url), { recursive: true });
const file = new URL('generated/structure.json', import.meta.url);
writeFileSync(file, `${textWithout(new Set(texts), JSON.parse(bundle))}\n`);
