import { type JsonObject, isObject } from '../contract/json.ts';
import { objectAt } from '../contract/pointer.ts';
import { both } from '../labels/judgement.ts';
import type { ElementChange } from './element-change.ts';

const optional: JsonObject = {
  schema: { type: 'integer' },
  description: 'How many calls are left.',
};
const required: JsonObject = { ...optional, required: true };

/** Changes of a header of the answer at a pointer: most are given a new one first. */
export function headerChanges(response: string): readonly ElementChange[] {
  const pointer = `${response}/headers/X-Brand-New`;
  const add = (answer: JsonObject, header: JsonObject) => {
    const { headers } = answer;
    answer.headers = {
      ...(isObject(headers) && headers),
      'X-Brand-New': structuredClone(header),
    };
  };
  const give = (header: JsonObject) => (contract: JsonObject) => {
    add(objectAt(contract, response), header);
  };
  const removed: ElementChange = {
    kind: 'response header removed',
    pointer,
    at: `${response}/headers`,
    judgements: both('receiver'),
    prepare: give(required),
    edit: (headers) => {
      delete headers['X-Brand-New'];
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
        add(value, optional);
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
