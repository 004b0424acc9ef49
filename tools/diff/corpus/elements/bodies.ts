import { type Operation, operationsOf } from '../contract/operations.ts';
import { objectAt, pointerOf } from '../contract/pointer.ts';
import { released } from '../contract/released.ts';
import { both, narrowed } from '../labels/judgement.ts';
import type { LabelledChange } from '../labels/labelled-change.ts';
import { type ElementChange, labelled } from './element-change.ts';

const newBody = (required: boolean) => ({
  description: 'A new body.',
  required,
  content: { 'application/json': { schema: { type: 'object' } } },
});

function added({ pointer, value }: Operation): readonly ElementChange[] {
  if ('requestBody' in value) return [];
  return [true, false].map((required): ElementChange => ({
    kind: `request body added, ${required ? 'required' : 'optional'}`,
    pointer: `${pointer}/requestBody`,
    at: pointer,
    judgements: required ? narrowed : both('compatible'),
    edit: (operation) => {
      operation.requestBody = newBody(required);
    },
    beside: 'anything',
  }));
}

function changed(operation: Operation): readonly ElementChange[] {
  if (!('requestBody' in operation.value)) return [];
  const pointer = `${operation.pointer}/requestBody`;
  const isRequired = objectAt(released, pointer).required === true;
  const json = `${pointer}/content/application~1json`;
  const xml = `${pointer}/content/application~1xml`;
  const [example = ''] = Object.keys(objectAt(released, `${json}/examples`));
  return [
    {
      kind: 'request body removed',
      pointer,
      at: operation.pointer,
      judgements: both('sender'),
      edit: (value) => {
        delete value.requestBody;
      },
    },
    {
      kind: isRequired ? 'request body no longer required' : 'request body required',
      pointer,
      judgements: both(isRequired ? 'compatible' : 'sender'),
      edit: (body) => {
        body.required = !isRequired;
      },
      beside: 'anything',
    },
    {
      kind: 'request body: description changed',
      pointer,
      judgements: both('editorial'),
      edit: (body) => {
        body.description = 'Said in other words.';
      },
      beside: 'anything',
    },
    {
      kind: 'request body: media type added',
      pointer: xml,
      at: `${pointer}/content`,
      judgements: both('compatible'),
      edit: (content) => {
        content['application/xml'] = { schema: { type: 'object' } };
      },
      beside: 'anything',
    },
    {
      kind: 'request body: media type removed',
      pointer: json,
      at: `${pointer}/content`,
      judgements: both('sender'),
      prepare: (contract) => {
        objectAt(contract, `${pointer}/content`)['application/xml'] = {
          schema: { type: 'object' },
        };
      },
      edit: (content) => {
        delete content['application/json'];
      },
    },
    {
      kind: 'request body: example removed',
      pointer: `${json}/examples${pointerOf(example)}`,
      at: `${json}/examples`,
      judgements: both('editorial'),
      edit: (examples) => {
        delete examples[example];
      },
    },
    {
      kind: 'request body: example added',
      pointer: `${json}/examples/BrandNew`,
      at: `${json}/examples`,
      judgements: both('editorial'),
      edit: (examples) => {
        examples.BrandNew = { summary: 'A new one', value: {} };
      },
      beside: 'anything',
    },
  ];
}

/** Changes of request bodies: whether there is one, and of which type. */
export function bodyChanges(): readonly LabelledChange[] {
  return operationsOf(released)
    .flatMap((operation) => [...added(operation), ...changed(operation)])
    .map(labelled);
}
