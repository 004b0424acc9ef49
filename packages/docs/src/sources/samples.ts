import { existsSync } from 'node:fs';
import { readSource } from './read-source.ts';

export const outcomes = ['success', 'failure'] as const;
export type Outcome = (typeof outcomes)[number];

/** A sample of an operation, as it is kept beside the contract. */
export interface Sample {
  readonly outcome: Outcome;
  /** What it sends: method, path, headers and body. */
  readonly request: unknown;
  readonly curl: Program;
  readonly typescript: Program;
}

interface Program {
  readonly code: string;
  /** What it prints, as the tests have recorded it. */
  readonly output: string;
}

const advice =
  'Programs are written by hand; run `npm run record` to record what they send and print';

/**
 * Reads the samples of an operation.
 *
 * @param folder the `samples` of the contract
 * @returns none where there is no folder: lint requires one for each operation of this repository's contract, but a
 * site may be built from another contract
 * @throws {BuildError} if a file of them is missing
 */
export function readSamples(folder: URL, operationId: string): Sample[] {
  const own = new URL(`${operationId}/`, folder);
  if (!existsSync(own)) return [];
  const read = (name: string) => readSource(new URL(name, own), advice);
  const program = (name: string) => ({ code: read(name), output: read(`${name}.out`) });
  return outcomes.map((outcome) => ({
    outcome,
    request: JSON.parse(read(`${outcome}.request.json`)) as unknown,
    curl: program(`${outcome}.sh`),
    typescript: program(`${outcome}.ts`),
  }));
}
