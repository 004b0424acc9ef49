/** Records for the documentation what the tests see of the contract: `npm run record`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { coverageFile, type CoverageRecord, structuresIn } from '@agent-conversation/docs';
import { exampleOnly } from '@agent-conversation/mock';
import { declared } from '../src/contract-coverage/points.ts';
import { summaryOf } from '../src/contract-coverage/summary.ts';
import { coverageOf, readReasons } from './support/coverage.ts';
import { walkMock } from './support/walk.ts';

const bundle = new URL(import.meta.resolve('@agent-conversation/openapi/openapi.json'));
const structures = structuresIn(readFileSync(bundle, 'utf8'));
const reasons = readReasons();
const { isTouched } = coverageOf(await walkMock({ random: true }));

function reasonFor(id: string, operation: string): string {
  if (exampleOnly.includes(operation as never)) return 'The mock responds with its example only.';
  return reasons.get(id) ?? 'No test has seen it yet.';
}

const record: CoverageRecord = Object.fromEntries(
  summaryOf(declared.points, isTouched).groups.map(({ group, parts, untouched }) => [
    group,
    {
      structure: structures.get(group)!,
      parts: Object.fromEntries(
        parts.map(({ part, kinds }) => [
          part,
          Object.fromEntries(
            Object.entries(kinds).map(([kind, it]) => [kind, `${it.touched}/${it.declared}`]),
          ),
        ]),
      ),
      untouched: Object.fromEntries(untouched.map((id) => [id, reasonFor(id, group)])),
    },
  ]),
);
writeFileSync(coverageFile, `${JSON.stringify(record, undefined, 2)}\n`);

const ids = new Map(declared.points.map((point) => [point.id, point]));
for (const id of reasons.keys()) {
  const point = ids.get(id);
  if (point && !isTouched(point)) continue;
  const why = point ? 'a test has seen it' : 'the contract does not declare it';
  console.warn(`packages/conformance/coverage-exceptions.yaml: remove "${id}": ${why}.`);
}
