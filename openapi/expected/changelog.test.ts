/** The changelog beside the contract that it describes, and the one that was released. */
import { readFileSync } from 'node:fs';
import {
  type Contract,
  contractOperations,
} from '@agent-conversation/contract';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const read = (path: string): unknown =>
  parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));
const { info } = read('openapi.yaml') as Contract;
const released = contractOperations(read('released/openapi.yaml'));
const current = contractOperations(read('dist/openapi.json'));
type Change = {
  readonly removed?: string;
  readonly operations?: readonly string[];
};
type Release = Record<'version' | 'date', string> & {
  readonly changes?: readonly Change[];
};
const { releases } = read('changelog.yaml') as { releases: Release[] };

test('the releases are the newest first, and the first is the version of the contract', () => {
  const versions = releases.map(({ version }) => version);
  expect(versions[0]).toBe(info.version);
  // Semantic Versioning 2.0.0, section 11, without pre-releases.
  const { compare } = new Intl.Collator('en', { numeric: true });
  expect(versions).toEqual(
    [...new Set(versions)].toSorted((a, b) => compare(b, a)),
  );
  const dates = releases.map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted().toReversed());
});

test('each operation that is listed exists, or its newest entry is its removal', () => {
  // An operation that is renamed keeps its history, which stands under its new name.
  const known = new Set(
    [...released, ...current].map(({ operationId }) => operationId),
  );
  const oldestFirst = releases
    .toReversed()
    .flatMap(({ changes = [] }) => changes);
  const removed = new Set<string>();
  for (const change of oldestFirst) {
    for (const id of change.operations ?? []) {
      if (change.removed === undefined) removed.delete(id);
      else removed.add(id);
    }
  }
  const listed = oldestFirst.flatMap(({ operations = [] }) => operations);
  expect(listed.filter((id) => !known.has(id) && !removed.has(id))).toEqual([]);
});
