import type { Case } from './case.ts';

const responses = '/paths/~1api~1v1~1things~1{id}/post/responses';
const success = `${responses}/200`;

/** Answers, their headers and links. */
export const answerCases: readonly Case[] = [
  {
    name: 'a success more',
    edit: { [`${responses}/202`]: { description: 'Later.' } },
    want: ['success-added receiver'],
  },
  {
    name: 'an error more',
    edit: { [`${responses}/429`]: { description: 'Slower.' } },
    want: ['error-added compatible'],
  },
  {
    name: 'an answer less',
    edit: { [`${responses}/404`]: undefined },
    want: ['response-removed receiver'],
  },
  {
    name: 'another answer',
    given: { '/components/responses/Other': { description: 'Other.', content: {} } },
    edit: { [`${responses}/404/$ref`]: '#/components/responses/Other' },
    want: ['reference-changed receiver'],
  },
  {
    name: 'a media type less',
    edit: { [`${success}/content`]: {} },
    want: ['media-type-removed receiver'],
  },
  {
    name: 'surer',
    edit: { [`${success}/x-provenance`]: 'documented' },
    want: ['provenance-raised editorial'],
  },
  {
    name: 'less sure',
    edit: { [`${success}/x-provenance`]: 'assumed' },
    want: ['provenance-lowered receiver'],
  },
  {
    name: 'as sure as what is around it',
    given: { [`${success}/x-provenance`]: undefined },
    edit: { [`${success}/x-provenance`]: 'documented' },
    want: ['provenance-restated editorial'],
  },
  {
    name: 'other reasons',
    edit: { [`${success}/x-decision`]: 'D09' },
    want: ['decision-changed editorial'],
  },
  {
    name: 'a header more',
    edit: { [`${success}/headers/X-New`]: { schema: {} } },
    want: ['header-added compatible'],
  },
  {
    name: 'a header less',
    edit: { [`${success}/headers/X-Left`]: undefined },
    want: ['header-removed receiver'],
  },
  {
    name: 'a header always comes',
    edit: { [`${success}/headers/X-Left/required`]: true },
    want: ['header-became-required compatible'],
  },
  {
    name: 'a header may be missing',
    given: { [`${success}/headers/X-Left/required`]: true },
    edit: { [`${success}/headers/X-Left/required`]: undefined },
    want: ['header-became-optional receiver'],
  },
  {
    name: 'a header of another type',
    edit: { [`${success}/headers/X-Left/schema/type`]: 'string' },
    want: ['type-changed receiver'],
  },
  {
    name: 'a link more',
    edit: { [`${success}/links/Other`]: { operationId: 'oldThing' } },
    want: ['link-added compatible'],
  },
  {
    name: 'a link to another operation',
    edit: { [`${success}/links/Again/operationId`]: 'oldThing' },
    want: ['link-changed receiver'],
  },
  {
    name: 'a link less',
    edit: { [`${success}/links/Again`]: undefined },
    want: ['link-removed receiver'],
  },
];
