/** The files of the documentation as it was built last, and the samples that it shows. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { docsDirectory } from '../../src/index.ts';
import { readSamples } from '../../src/sources/samples.ts';

/** The folder of the contract's sources. */
export const source = new URL('../../../../openapi/', import.meta.url);

/** Returns the samples of an operation. */
export const samplesOf = (operationId: string) =>
  readSamples(new URL(`samples/${operationId}/`, source));

const folder = fileURLToPath(docsDirectory);

/** The files by their paths. */
export const files: ReadonlyMap<string, string> = new Map(
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
    .map((file) => [
      relative(folder, file).replaceAll(sep, '/'),
      readFileSync(file, 'utf8'),
    ]),
);
