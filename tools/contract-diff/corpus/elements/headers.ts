import type { JsonObject } from '../contract/json.ts';
import { objectAt } from '../contract/pointer.ts';
import { both } from '../labels/judgement.ts';
import type { ElementChange } from './element-change.ts';

const optional: JsonObject = {
  schema: { type: 'integer' },
  description: 'How many calls are left.',
};
const required: JsonObject = { ...optional, required: true };

/** Changes of a header of the answer at a pointer. No answer has one today, so that most are given one first. */
export function headerChanges(response: string): readonly ElementChange[] {
  const pointer = `${response}/headers/X-Remaining`;
  const give = (header: JsonObject) => (contract: JsonObject) => {
    objectAt(contract, response).headers = { 'X-Remaining': structuredClone(header) };
  };
  const removed: ElementChange = {
    kind: 'response header removed',
    pointer,
    at: response,
    judgements: both('receiver'),
    prepare: give(required),
    edit: (value) => {
      delete value.headers;
    },
    beside: 'nothing below',
  };
  return [
    removed,
    {
      kind: 'response header added',
      pointer,
      at: response,
      judgements: both('compatible'),
      edit: (value) => {
        value.headers = { 'X-Remaining': structuredClone(optional) };
      },
      beside: 'nothing below',
    },
    {
      kind: 'response header no longer required',
      pointer,
      judgements: both('receiver'),
      prepare: give(required),
      edit: (value) => {
        value.required = false;
      },
      beside: 'nothing below',
    },
    {
      kind: 'response header required',
      pointer,
      judgements: both('compatible'),
      prepare: give(optional),
      edit: (value) => {
        value.required = true;
      },
      beside: 'nothing below',
    },
    {
      kind: 'response header of another type',
      pointer: `${pointer}/schema`,
      judgements: both('receiver'),
      prepare: give(required),
      edit: (schema) => {
        schema.type = 'string';
      },
      beside: 'nothing below',
    },
  ];
}
