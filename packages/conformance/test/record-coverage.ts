/** Writes what the tests see of the contract to a file, for the documentation: `npm run record`. */
import { writeFileSync } from 'node:fs';
import { exampleOnly } from '@agent-conversation/mock';
import { coverageLine, summaryOf } from '../src/contract-coverage/coverage.ts';
import type { GroupSummary, Tally } from '../src/contract-coverage/types.ts';
import { declared } from '../src/contract-coverage/points.ts';
import { coverMock, readReasons } from './support/scenarios.ts';

const reasons = readReasons();
const { isTouched } = await coverMock({ random: true });
const summary = summaryOf(isTouched);

const meanings = `- _message_: requests, and responses with a status, of a media type
- _example_: bodies that equal a named example
- _present_: parameters and properties that are sent
- _absent_: optional ones that are left out
- _null_: properties that may be null, and are
- _empty_: lists without items
- _choice_: each of the types that a value may have
- _value_: each value of an enumeration
- _transition_: changes from one state to another, as two responses show them
- _unchanged_: calls that leave a state as it is
- _rejected_: requests that are rejected in a state`;

function reasonFor(id: string, operation: string): string {
  if (exampleOnly.includes(operation as never))
    return 'The mock responds with its example only.';
  return reasons.get(id) ?? 'No test has seen it yet.';
}

function row({ group, kinds, ...all }: GroupSummary): string {
  const parts = Object.entries(kinds).map(
    ([kind, tally]) => `${kind} ${figure(tally)}`,
  );
  return `| [\`${group}\`](#${group}) | ${figure(all)} | ${parts.join(', ')} |`;
}

function figure({ touched, declared: all }: Tally): string {
  return touched === all ? `${all}` : `**${touched} of ${all}**`;
}

const sections = summary.groups.map(({ group, kinds, untouched }) => {
  const page = kinds.message
    ? `operations/${group}.md`
    : `lifecycles.md#${group}`;
  const unseen = Map.groupBy(untouched, (id) => reasonFor(id, group));
  return [
    `## ${group}`,
    `See [\`${group}\`](${page}).${unseen.size === 0 ? ' All of it was seen.' : ''}`,
    ...[...unseen].flatMap(([reason, ids]) => [
      `_Not seen:_ ${reason}`,
      ids.map((id) => `- \`${id.slice(group.length + 1)}\``).join('\n'),
    ]),
  ];
});

const [ofOperations, ofLifecycles] = [true, false].map((isOperation) => [
  `| ${isOperation ? 'Operation' : 'Lifecycle'} | Points | Of these |\n| --- | --- | --- |`,
  ...summary.groups
    .filter(({ kinds }) => (kinds.message !== undefined) === isOperation)
    .map(row),
]);
const page = [
  '# Coverage',
  'How much of what the contract declares the tests have seen in exchanges with the mock.',
  [
    `${coverageLine(summary)}.`,
    'An exchange counts if its response conforms to the contract.',
    'Where the header `Prefer` or a fault selects the response, only its example counts.',
    'What was not seen is listed below, with the reason.',
  ].join(' '),
  '## Operations',
  ofOperations!.join('\n'),
  '## Lifecycles',
  ofLifecycles!.join('\n'),
  '## What is counted',
  meanings,
  ...sections.flat(),
];
writeFileSync(process.argv[2]!, `${page.join('\n\n')}\n`);

const ids = new Map(declared.map((point) => [point.id, point]));
for (const id of reasons.keys()) {
  const point = ids.get(id);
  if (point && !isTouched(point)) continue;
  const why = point ? 'a test has seen it' : 'the contract does not declare it';
  console.warn(
    `packages/conformance/coverage-exceptions.yaml: remove "${id}": ${why}.`,
  );
}
