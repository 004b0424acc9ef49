/** What the site is made from. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readChangelog } from '@agent-conversation/cli/changelog';
import { readDecisions } from '@agent-conversation/cli/decisions';
import { readEvidence } from '@agent-conversation/cli/evidence';
import {
  type Contract,
  contractOperations,
  type Message,
} from '@agent-conversation/contract';
import { LRUCache } from 'lru-cache';
import { parse } from 'yaml';
import { parseSource, readSource } from './read-source.ts';
import { readSamples } from './samples.ts';

/** The bundled contract as it is in its files. */
export interface Bundle {
  readonly json: string;
  readonly yaml: string;
}

/** What pages read of a file of workflows (Arazzo 1.0.1, section 4.6); they show the rest as it is written. */
export interface Arazzo {
  readonly workflows: readonly {
    readonly workflowId: string;
    readonly summary?: string;
    readonly description?: string;
    readonly steps: readonly { readonly operationId?: string }[];
  }[];
}

/** What the site is made from. */
export type Sources = ReturnType<typeof readSources>;

const packageFolder = new URL('../../', import.meta.url);
// `npm start` builds the site again in one process: what is cached is what an edit leaves as it is.
const cachedYaml = new LRUCache({
  max: 20,
  memoMethod: (text: string) => parse(text) as Arazzo,
});

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
  const contract = parseSource('openapi.json', json, JSON.parse) as Contract;
  const read = (path: string) => readSource(new URL(path, folder));
  const readOwn = (path: string) =>
    readSource(
      new URL(path, packageFolder),
      'Run `npm run record` to write it',
    );
  const workflows = readdirSync(new URL('workflows/', folder)).filter((it) =>
    it.endsWith('.yaml'),
  );
  const { security = [] } = contract;
  // What operations require that do not say it themselves.
  const operations = contractOperations(contract).map((operation) =>
    Object.assign({ security }, operation),
  );
  const kinds = operations.flatMap(({ responses }) =>
    Object.entries(responses).map(responseKey),
  );
  const counts = Map.groupBy(kinds, (it) => it);
  return {
    contract,
    operations,
    /** The error responses that more than half of the operations have. */
    isCommonError: (response: readonly [status: string, it: Message]) =>
      /^[45]/.test(response[0]) &&
      counts.get(responseKey(response))!.length > operations.length / 2,
    json,
    yaml,
    decisions: readDecisions(read('decisions.md')),
    evidence: readEvidence(fileURLToPath(new URL('evidence/', folder))),
    releases: readChangelog(read('changelog.yaml'), new URL('editor/', folder)),
    workflows: workflows.toSorted().map((name) => {
      const path = `workflows/${name}`;
      return parseSource(path, read(path), (text) =>
        cachedYaml.memo(text),
      ) as Arazzo;
    }),
    /** The Markdown of each guide by its name. */
    guides: new Map(
      guideNames.map((name) => [name, readOwn(`guides/${name}.md`)] as const),
    ),
    /** What a program has to know first, for language models. */
    rules: readOwn('llms.md'),
    /** The reference of the client. */
    client: readOwn('../client/API.md'),
    /** The references of the published commands. */
    commands: ['mock', 'conformance'].map((name) => {
      return { name, reference: readOwn(`../${name}/COMMAND.md`) };
    }),
    coverage: readOwn('coverage.md'),
    /** Every address that readers may have kept. */
    releasedAddresses: linesOf(readOwn('released-anchors.txt')),
    /** Lines of a former address, a blank and the one that replaces it. */
    movedAddresses: linesOf(readOwn('moved-anchors.txt')),
    samplesOf: (operationId: string) =>
      readSamples(new URL(`samples/${operationId}/`, folder)),
  };
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

function responseKey([status, { description }]: readonly [
  string,
  Message,
]): string {
  return `${status} ${description}`;
}
