import { type Json, type JsonObject, isObject } from '../contract/json.ts';
import { operationsOf } from '../contract/operations.ts';
import { objectAt, pointerOf } from '../contract/pointer.ts';
import { released } from '../contract/released.ts';
import { both } from '../labels/judgement.ts';
import type { LabelledChange } from '../labels/labelled-change.ts';
import { type ElementChange, labelled } from './element-change.ts';

/** An operation to which a link does not lead. */
function elsewhere(operation?: Json): string {
  return operationsOf(released).find(({ id }) => id !== operation)!.id;
}

function changed(links: string, name: string): readonly ElementChange[] {
  const pointer = links + pointerOf(name);
  return [
    {
      kind: 'link removed',
      pointer,
      at: links,
      judgements: both('receiver'),
      edit: (value) => {
        delete value[name];
      },
      beside: 'nothing below',
    },
    {
      kind: 'link to another operation',
      pointer,
      judgements: both('receiver'),
      edit: (link) => {
        link.operationId = elsewhere(link.operationId);
      },
      beside: 'anything',
    },
    {
      kind: 'link with another value',
      pointer,
      judgements: both('receiver'),
      edit: (link) => {
        const [parameter = ''] = Object.keys(objectAt(link, '/parameters'));
        link.parameters = { [parameter]: '$response.body#/elsewhere' };
      },
      beside: 'anything',
    },
    {
      kind: 'link: description changed',
      pointer,
      judgements: both('editorial'),
      edit: (link) => {
        link.description = 'Said in other words.';
      },
      beside: 'anything',
    },
  ];
}

function ofAnswer(answer: string, { links }: JsonObject): readonly ElementChange[] {
  const added: ElementChange = {
    kind: 'link added',
    pointer: `${answer}/links/BrandNew`,
    at: answer,
    judgements: both('compatible'),
    edit: (response) => {
      response.links = {
        ...(isObject(response.links) && response.links),
        BrandNew: { operationId: elsewhere(), description: 'Leads elsewhere.' },
      };
    },
    beside: 'anything',
  };
  const names = isObject(links) ? Object.keys(links) : [];
  return [added, ...names.flatMap((name) => changed(`${answer}/links`, name))];
}

/** Changes of the links from answers to what may be called next: of those that no operations share. */
export function linkChanges(): readonly LabelledChange[] {
  return operationsOf(released)
    .flatMap(({ pointer, value }) =>
      Object.entries(objectAt(value, '/responses')).flatMap(([status, response]) =>
        isObject(response) && 'content' in response
          ? ofAnswer(pointer + pointerOf('responses', status), response)
          : [],
      ),
    )
    .map(labelled);
}
