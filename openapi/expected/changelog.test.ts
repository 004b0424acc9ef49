/** The changelog beside the contract that it describes, and the one that was released. */
import { readFileSync } from 'node:fs';
import { type Contract, contractOperations } from '@agent-conversation/contract';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const read = (path: string): unknown =>
  parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));
const { info } = read('openapi.yaml') as Contract;
const released = contractOperations(read('released/openapi.yaml'));
const current = contractOperations(read('dist/openapi.json'));
type Operations = Record<string, { removed?: string }[]>;
type Release = Record<'version' | 'date', string> & { operations?: Operations };
const { releases } = read('changelog.yaml') as { releases: Release[] };

test('the releases are the newest first, and the first is the version of the contract', () => {
  const versions = releases.map(({ version }) => version);
  expect(versions[0]).toBe(info.version);
  // Semantic Versioning 2.0.0, section 11, without pre-releases.
  const { compare } = new Intl.Collator('en', { numeric: true });
  expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => compare(b, a)));
  const dates = releases.map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted().toReversed());
});

test('each operation that is listed exists, or its newest entry is its removal', () => {
  const newest = releases.flatMap(({ operations = {} }) => Object.entries(operations)).toReversed();
  const gone = [...new Map(newest)].filter(([, changes]) => !changes.some((it) => it.removed));
  // An operation that is renamed keeps its history, which stands under its new name.
  const known = [...released, ...current].map(({ operationId }) => operationId);
  expect(gone.map(([id]) => id).filter((id) => !known.includes(id))).toEqual([]);
});
