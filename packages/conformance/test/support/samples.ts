import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Operation, operations } from '../../src/contract.ts';

/** How a call ends. */
export type Outcome = 'success' | 'failure';

/** How an operation is called, in each of the languages, to end in one way. */
export interface SamplePair {
  readonly operation: Operation;
  readonly outcome: Outcome;
  /** The operation and the outcome, such as `startSandbox/success`. */
  readonly name: string;
}

const outcomes: readonly Outcome[] = ['success', 'failure'];

/** The samples that there must be, in the order of the contract. */
export const samplePairs: readonly SamplePair[] = operations.flatMap((operation) =>
  outcomes.map((outcome) => ({
    operation,
    outcome,
    name: `${operation.operationId}/${outcome}`,
  })),
);

const folder = fileURLToPath(new URL('../../../../openapi/samples/', import.meta.url));

/** The path of a file of the samples, such as `startSandbox/success.sh`. */
export function samplePath(name: string): string {
  return join(folder, name);
}

/** The files that there are, by name. */
export function sampleFiles(): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length));
}

/** The address that stands in every sample. */
const address = 'http://127.0.0.1:4010';

/**
 * The code of a sample that calls another address.
 *
 * @throws {Error} when the sample does not call the address of all samples, once
 */
export function sampleCode(name: string, url: string): string {
  const [before, after, ...more] = readFileSync(samplePath(name), 'utf8').split(address);
  if (after === undefined || more.length > 0) {
    throw new Error(`openapi/samples/${name} must have ${address} once`);
  }
  return before! + url + after;
}

/** A folder from which the packages of this repository are found, for programs that are made of samples. */
export class SampleFolder {
  // Other tools, which may run at the same time, pass over the folder of turbo.
  static readonly #parent = fileURLToPath(new URL('../../.turbo/', import.meta.url));
  readonly path: string;

  constructor() {
    mkdirSync(SampleFolder.#parent, { recursive: true });
    this.path = mkdtempSync(join(SampleFolder.#parent, 'samples-'));
  }

  /** Writes a program, and returns its path. */
  write(name: string, code: string): string {
    const file = join(this.path, name.replace('/', '-'));
    writeFileSync(file, code);
    return file;
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
