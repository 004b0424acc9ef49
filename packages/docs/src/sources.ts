/** What the site is made from. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readEvidence } from '@agent-conversation/cli/evidence';
import { type Contract, contractOperations, type Message } from '@agent-conversation/contract';
import { LRUCache } from 'lru-cache';
import { parse } from 'yaml';
import { BuildError } from './build-error.ts';
import { readChangelog } from './pages/changelog.ts';
import { readDecisions } from './pages/decisions.ts';
import type { Arazzo } from './pages/workflows.ts';

/** The bundled contract as it is in its files. */
export interface Bundle {
  readonly json: string;
  readonly yaml: string;
}

/** What the site is made from. */
export type Sources = ReturnType<typeof readSources>;

const own = new URL('../', import.meta.url);
// `npm start` builds the site again in one process: what is cached is what an edit leaves as it is.
const cachedYaml = new LRUCache({ max: 20, memoMethod: (text: string) => parse(text) as Arazzo });

/** The start page, the guides for readers in the order of the menu, and the one for maintainers. */
const guideNames = [
  'index',
  'getting-started',
  'authentication',
  'sandboxes',
  'paging',
  'errors-and-retries',
  'deployments',
  'running-the-service',
  'legacy',
  'testing-with-the-mock',
  'checking-a-server',
  'changing-the-contract',
];

/** Reads a bundle and the folder of its sources. @throws {BuildError} naming what is missing or wrong */
export function readSources({ json, yaml }: Bundle, folder: URL) {
  const contract = JSON.parse(json) as Contract;
  const read = (path: string) => readSource(new URL(path, folder));
  const readOwn = (path: string) =>
    readSource(new URL(path, own), 'Run `npm run record` to write it');
  const workflows = readdirSync(new URL('workflows/', folder)).filter((it) => it.endsWith('.yaml'));
  const operations = contractOperations(contract);
  const kinds = operations.flatMap(({ responses }) => Object.entries(responses).map(responseKey));
  const counts = Map.groupBy(kinds, (it) => it);
  return {
    contract,
    operations,
    /** The error responses that more than half of the operations have. */
    isCommonError: (response: readonly [status: string, it: Message]) =>
      response[0] >= '4' && counts.get(responseKey(response))!.length > operations.length / 2,
    json,
    yaml,
    decisions: readDecisions(read('decisions.md')),
    evidence: readEvidence(fileURLToPath(new URL('evidence/', folder))),
    releases: readChangelog(read('changelog.yaml')),
    workflows: workflows.toSorted().map((it) => cachedYaml.memo(read(`workflows/${it}`))),
    /** The Markdown of each guide by its name. */
    guides: new Map(guideNames.map((name) => [name, readOwn(`guides/${name}.md`)] as const)),
    coverage: readOwn('coverage.md'),
    /** Every address that readers may have kept. */
    releasedAddresses: linesOf(readOwn('released-anchors.txt')),
    /** Lines of a former address, a blank and the one that replaces it. */
    movedAddresses: linesOf(readOwn('moved-anchors.txt')),
    samplesOf: (operationId: string) => readSamples(new URL(`samples/${operationId}/`, folder)),
  };
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

function responseKey([status, { description }]: readonly [string, Message]): string {
  return `${status} ${description}`;
}

/** Reads a file. @throws {BuildError} naming it and saying what to do, if it is missing */
export function readSource(file: URL, advice = 'Run `npm run build` to make it'): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new BuildError(`${fileURLToPath(file)} is missing. ${advice}.`);
  }
}

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
  readonly programs: readonly Readonly<Record<'language' | 'label' | 'code' | 'output', string>>[];
}

/** Reads the samples of an operation; none if it has no folder, as in a contract that is not this repository's. */
export function readSamples(folder: URL): Sample[] {
  if (!existsSync(folder)) return [];
  const advice =
    'Programs are written by hand; run `npm run record` to record what they send and print';
  const read = (name: string) => readSource(new URL(name, folder), advice);
  return (['success', 'failure'] as const).map((outcome) => ({
    outcome,
    request: JSON.parse(read(`${outcome}.request.json`)) as SampleRequest,
    programs: sampleLanguages.map(([ending, language, label]) => {
      const name = `${outcome}.${ending}`;
      return { language, label, code: read(name), output: read(`${name}.out`) };
    }),
  }));
}
