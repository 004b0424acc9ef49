import { globSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from '../../../../packages/client/scripts/document.ts';
import { generatedFiles as clientFiles } from '../../../../packages/client/scripts/files.ts';
import { generatedFiles as typesFiles } from '../../../../packages/types/scripts/files.ts';
import type { Contract } from '../../model/contract.ts';
import { DiffInputError } from '../../model/diff-input-error.ts';
import { bundleOf } from '../contract/bundle.ts';
import { runTsc } from './tsc.ts';
import type { Workshop } from './workshop.ts';

const packages = fileURLToPath(new URL('../../../../packages/', import.meta.url));

/** A contract whose packages are wanted, in a folder of the workshop. */
export interface World {
  readonly folder: string;
  readonly contract: Contract;
}

/**
 * Makes `@agent-conversation/types` and `@agent-conversation/client` of each contract, as they would be
 * published: declarations and manifests, in `node_modules` of its folder.
 *
 * @returns why there is no client, by the folder, of each contract of which none can be made
 * @throws {DiffInputError} if a schema of a contract is no schema
 */
export async function makePackages(
  workshop: Workshop,
  worlds: readonly World[],
): Promise<ReadonlyMap<string, Refusal>> {
  const refusals = new Map<string, Refusal>();
  for (const { folder, contract } of worlds) {
    writeAll(workshop, `${folder}/sources/types`, await typesOf(contract));
  }
  await declare(workshop, worlds, 'types');
  for (const { folder, contract } of worlds) {
    try {
      writeAll(workshop, `${folder}/sources/client/generated`, clientFiles(bundleOf(contract)));
      writeAll(workshop, `${folder}/sources/client`, clientSources());
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusals.set(folder, error);
    }
  }
  await declare(
    workshop,
    worlds.filter(({ folder }) => !refusals.has(folder)),
    'client',
  );
  return refusals;
}

async function typesOf(contract: Contract): Promise<Record<string, string>> {
  try {
    return await typesFiles(structuredClone(bundleOf(contract)));
  } catch (error) {
    // openapi-typescript says so of a schema, and leaves the names of its keywords out of the pointer.
    const [, what, pointer] =
      /^Expected SchemaObject, (.+) at #(\/.+)$/.exec((error as Error).message) ?? [];
    if (what === undefined || pointer === undefined) throw error;
    const { file, lineAt } = contract;
    throw new DiffInputError(file, lineAt(pointer), `${pointer}: a schema is expected, ${what}`);
  }
}

/** What of the client is written by hand. */
function clientSources(): Record<string, string> {
  const folder = join(packages, 'client/src');
  const files = globSync('**/*.ts', { cwd: folder, exclude: ['generated/**', '**/*.test.ts'] });
  return Object.fromEntries(
    files.map((file) => [file.replaceAll('\\', '/'), readFileSync(join(folder, file), 'utf8')]),
  );
}

/** Makes the declarations of a package; whether its sources are in order is for the package's own build. */
async function declare(
  workshop: Workshop,
  worlds: readonly World[],
  name: 'types' | 'client',
): Promise<void> {
  if (worlds.length === 0) return;
  await runTsc(workshop, `tsconfig.${name}.json`, {
    compilerOptions: {
      rootDir: '.',
      outDir: `out-${name}`,
      declaration: true,
      emitDeclarationOnly: true,
      noCheck: true,
      allowImportingTsExtensions: true,
    },
    include: worlds.map(({ folder }) => `${folder}/sources/${name}`),
  });
  const manifest = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8')) as object;
  for (const { folder } of worlds) {
    const target = `${folder}/node_modules/@agent-conversation/${name}`;
    // The compiler takes packages of the same name and version for one.
    workshop.write(
      `${target}/package.json`,
      JSON.stringify({ ...manifest, version: `0.0.0-${folder}` }),
    );
    renameSync(
      join(workshop.folder, `out-${name}`, folder, 'sources', name),
      join(workshop.folder, target, 'dist'),
    );
  }
}

function writeAll({ write }: Workshop, folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) write(`${folder}/${name}`, text);
}
