import { readdirSync } from 'node:fs';
import { parse } from 'yaml';
import type { Contract } from '../contract.ts';
import type { Arazzo } from '../texts/arazzo.ts';
import { readChangelog, type Release } from '../texts/changelog.ts';
import { type Decisions, readDecisions } from '../texts/read-decisions.ts';
import { memo } from '../memo.ts';
import { readSource } from './read-source.ts';
import { readSamples, type Sample } from './samples.ts';

/** The bundled contract as it is in its files. */
export interface Bundle {
  readonly json: string;
  readonly yaml: string;
}

/** All that the site is made from. */
export interface Sources extends Bundle {
  readonly contract: Contract;
  readonly decisions: Decisions;
  readonly releases: readonly Release[];
  readonly workflows: readonly Arazzo[];
  readonly guides: readonly GuideText[];
  /** The page of what the tests have seen of the contract. */
  readonly coverage: string;
  readonly samplesOf: (operationId: string) => Sample[];
}

/** A guide as it is written. */
export interface GuideText {
  readonly slug: string;
  readonly markdown: string;
}

/** The guides, in the order in which a newcomer reads them. */
const guideSlugs = [
  'getting-started',
  'authentication',
  'errors-and-retries',
  'testing-with-the-mock',
  'checking-a-server',
  'changing-the-contract',
];

const guides = new URL('../../guides/', import.meta.url);

const parseYaml = memo(parse as (text: string) => unknown, 20);

/**
 * Reads what the site is made from.
 *
 * @param folder the sources of the contract, for what is no part of the bundle
 * @throws {BuildError} naming what is missing or wrong
 */
export function readSources({ json, yaml }: Bundle, folder: URL): Sources {
  const contract = JSON.parse(json) as Contract;
  return {
    contract,
    json,
    yaml,
    decisions: readDecisions(readSource(new URL('decisions.md', folder))),
    releases: readChangelog(
      readSource(new URL('changelog.yaml', folder)),
      contract.info.version,
      parseYaml(readSource(new URL('released/openapi.yaml', folder), released)) as Contract,
    ),
    workflows: readdirSync(new URL('workflows/', folder))
      .filter((name) => name.endsWith('.arazzo.yaml'))
      .toSorted()
      .map((name) => parseYaml(readSource(new URL(`workflows/${name}`, folder))) as Arazzo),
    guides: guideSlugs.map((slug) => ({
      slug,
      markdown: readSource(new URL(`${slug}.md`, guides)),
    })),
    coverage: readSource(
      new URL('../../coverage.md', import.meta.url),
      'Run `npm run record` to write it',
    ),
    samplesOf: (operationId) => readSamples(new URL('samples/', folder), operationId),
  };
}

/** What to do about the last release where it is missing. */
const released = 'Take it from the last release';
