import { expect, test } from 'vitest';
import { changeMaker } from '../judge/to-change.ts';
import { readContract } from '../model/contract.ts';
import { findingsOf } from '../rules/document.ts';
import { documentsOf, inShort } from '../rules/cases/tell.ts';
import { merge } from './merge.ts';
import type { OasdiffFinding } from './run-oasdiff.ts';

const text = '/components/schemas/Sent/properties/text';
const start = '/paths/~1api~1v1~1things~1{id}/post';
const shorter = { [`${text}/maxLength`]: 5 };
const longer = { given: { [`${text}/maxLength`]: 5 }, edit: { [`${text}/maxLength`]: 9 } };
const found: OasdiffFinding = {
  check: 'request-property-max-length-set',
  text: 'was set',
  isBreaking: true,
  operationId: 'startThing',
  released: undefined,
  current: `${text}/maxLength`,
};

test.each([
  {
    name: 'both see it: told once',
    edit: shorter,
    findings: [found, { ...found, text: 'in another operation' }],
    want: ['bound-tightened sender by own and oasdiff'],
  },
  {
    name: 'oasdiff does not see it',
    edit: shorter,
    findings: [],
    want: ['bound-tightened sender by own'],
  },
  {
    name: 'only oasdiff sees it',
    edit: {},
    findings: [found],
    want: ['oasdiff-breaking sender+receiver by oasdiff'],
  },
  {
    name: 'only oasdiff sees it, and does not mind',
    edit: {},
    findings: [{ ...found, isBreaking: false }],
    want: ['oasdiff-note compatible by oasdiff'],
  },
  {
    name: 'a check that nobody knows',
    edit: {},
    findings: [{ ...found, check: 'moon-phase-changed' }],
    want: ['oasdiff-breaking sender+receiver by oasdiff'],
  },
  {
    name: 'no place and no operation',
    edit: shorter,
    findings: [{ ...found, operationId: undefined, current: undefined }],
    want: ['bound-tightened sender by own', 'oasdiff-breaking sender+receiver by oasdiff'],
  },
  {
    name: 'only oasdiff takes it for breaking',
    ...longer,
    findings: [found],
    want: ['bound-loosened sender by own and oasdiff'],
  },
  {
    name: 'only oasdiff takes it for breaking, and is overruled',
    ...longer,
    findings: [{ ...found, check: 'request-property-type-changed' }],
    want: ['bound-loosened compatible by own and oasdiff'],
  },
  {
    name: 'overruled where our rules see nothing',
    edit: {},
    findings: [{ ...found, check: 'api-security-removed' }],
    want: [],
  },
  {
    name: 'two at one place: the one that breaks',
    ...longer,
    edit: { ...longer.edit, [`${text}/type`]: 'integer' },
    findings: [{ ...found, current: text }],
    want: ['bound-loosened compatible by own', 'type-changed sender by own and oasdiff'],
  },
  {
    name: 'found where a reference leads to',
    edit: { [`${start}/parameters/1`]: undefined },
    findings: [{ ...found, released: '/components/parameters/Ids', current: undefined }],
    want: ['parameter-removed sender by own and oasdiff'],
  },
  {
    name: 'found at the operation that uses it',
    edit: { '/components/parameters/Ids/deprecated': true },
    findings: [{ ...found, isBreaking: false, current: start }],
    want: ['deprecated compatible by own and oasdiff'],
  },
  {
    name: 'found somewhere in an operation in which only an extension differs',
    edit: { [`${start}/x-retry`]: 'never' },
    findings: [{ ...found, current: undefined }],
    want: ['oasdiff-breaking sender+receiver by oasdiff', 'retry-lowered sender by own'],
  },
  {
    name: 'found in the body of an operation that has only another name',
    edit: { [`${start}/operationId`]: 'beginThing' },
    findings: [{ ...found, current: `${start}/requestBody/content` }],
    want: ['oasdiff-breaking sender+receiver by oasdiff', 'operation-id-changed source by own'],
  },
  {
    name: 'found in requests, and only answers break',
    edit: { '/components/schemas/Answered/properties/note': undefined },
    findings: [{ ...found, current: undefined }],
    want: ['member-removed receiver by own', 'oasdiff-breaking sender+receiver by oasdiff'],
  },
  {
    name: 'found somewhere in requests, and one breaks',
    edit: shorter,
    findings: [{ ...found, current: undefined }],
    want: ['bound-tightened sender by own and oasdiff'],
  },
])('$name', ({ findings, want, ...given }) => {
  const changes = merged(given, findings);
  expect(changes.map((it) => `${inShort(it)} by ${it.seenBy.join(' and ')}`).toSorted()).toEqual(
    want,
  );
});

test('what only oasdiff takes for breaking needs an approval, if it is put into what is documented', () => {
  const fresh = '/components/schemas/Sent/properties/fresh';
  const edit = { [fresh]: { type: 'string', 'x-provenance': 'assumed' } };
  const [change] = merged({ edit }, [{ ...found, current: fresh }]);
  expect(change).toMatchObject({ effect: 'breaking', provenance: 'assumed', needsApproval: true });
});

/** What our rules and the findings come to. */
function merged(given: Parameters<typeof documentsOf>[0], findings: readonly OasdiffFinding[]) {
  const [released, current] = documentsOf(given).map((document, index) =>
    readContract({ text: JSON.stringify(document), file: `${index}.json` }),
  );
  if (!released || !current) throw new Error('A document is missing');
  const make = changeMaker(released, current);
  const own = findingsOf(released, current).map((finding) => ({ finding, change: make(finding) }));
  return merge(own, findings, make, released);
}
