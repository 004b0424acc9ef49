import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import original from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { type Contract, enlarge, operationCount } from './enlarge.ts';

const contract = original as unknown as Contract;

/** How many operations the real contract has, the first, and those that are made of it. */
export const sizes: readonly [real: number, middle: number, large: number] = [
  operationCount(contract),
  200,
  1000,
];

/**
 * Writes a contract with so many operations into a folder, as JSON and as YAML, under the names that the
 * real one has.
 *
 * @returns the file that is JSON
 */
export async function writeContract(size: number, folder: string): Promise<string> {
  const file = join(folder, 'openapi.json');
  await mkdir(folder, { recursive: true });
  await writeFile(file, JSON.stringify(enlarge(contract, size), null, 2));
  // JSON is YAML, too (YAML 1.2.2, section 1.2).
  await copyFile(file, join(folder, 'openapi.yaml'));
  return file;
}
