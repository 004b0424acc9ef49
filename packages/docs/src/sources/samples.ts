/** The samples of an operation: programs in each language, what they send and what they print. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSource, readSource } from './read-source.ts';

/** The languages of the samples: the ending of their files, and what they are called. */
const sampleLanguages = [
  ['sh', 'sh', 'curl'],
  ['ts', 'ts', 'TypeScript'],
  ['js', 'js', 'fetch'],
  ['py', 'python', 'Python'],
] as const;

/** What a sample sends. */
export interface SampleRequest {
  /** With the query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A body that is malformed on purpose. */
  readonly rawBody?: string;
}

/** A request of an operation that succeeds or fails, in each language. */
export interface Sample {
  readonly outcome: 'success' | 'failure';
  readonly request: SampleRequest;
  /** With what each program prints, as the tests have recorded it. */
  readonly programs: readonly Readonly<
    Record<'language' | 'label' | 'code' | 'output', string>
  >[];
}

/** Reads the samples of an operation; none if it has no folder, as in a contract that is not this repository's. */
export function readSamples(folder: URL): Sample[] {
  if (!existsSync(folder)) return [];
  const advice =
    'Programs are written by hand; run `npm run record` to record what they send and print';
  const read = (name: string) => readSource(new URL(name, folder), advice);
  const readRequest = (name: string) => {
    const path = fileURLToPath(new URL(name, folder));
    return parseSource(path, read(name), JSON.parse) as SampleRequest;
  };
  return (['success', 'failure'] as const).map((outcome) => ({
    outcome,
    request: readRequest(`${outcome}.request.json`),
    programs: sampleLanguages.map(([ending, language, label]) => {
      const name = `${outcome}.${ending}`;
      return { language, label, code: read(name), output: read(`${name}.out`) };
    }),
  }));
}
