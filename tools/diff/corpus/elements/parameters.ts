import { type JsonObject, textOf } from '../contract/json.ts';
import { type Operation, operationsOf } from '../contract/operations.ts';
import { listAt, objectAt, pointerOf } from '../contract/pointer.ts';
import { released } from '../contract/released.ts';
import { both, narrowed } from '../labels/judgement.ts';
import type { LabelledChange } from '../labels/labelled-change.ts';
import { type ElementChange, labelled } from './element-change.ts';
import { markChanges } from './marks.ts';
import { setMember, withoutBefore } from './set-member.ts';

function componentChanges(name: string, value: JsonObject): readonly ElementChange[] {
  const pointer = pointerOf('components', 'parameters', name);
  const set = setMember('parameter', pointer);
  const madeOptional: ElementChange = {
    ...set('no longer required', 'compatible', 'required', false),
    prepare: (contract) => {
      objectAt(contract, pointer).required = true;
    },
  };
  const inQuery = value.in === 'query';
  const isList = objectAt(value, '/schema').type === 'array';
  return [
    set('description changed', 'editorial', 'description', 'Said in other words.'),
    set('example changed', 'editorial', 'example', 'another'),
    withoutBefore('deprecated', set('deprecated added', 'compatible', 'deprecated', true)),
    set('unknown extension added', 'editorial', 'x-note', 'for us'),
    ...(inQuery
      ? [
          set('renamed', 'sender', 'name', `${textOf(value.name)}_renamed`),
          withoutBefore('required', set('required', 'sender', 'required', true)),
          set('moved to the headers', 'sender', 'in', 'header'),
          madeOptional,
        ]
      : []),
    ...(isList
      ? [
          set('style changed', 'sender', 'style', 'pipeDelimited'),
          set('explode changed', 'sender', 'explode', false),
        ]
      : []),
    ...markChanges('parameter', pointer, value, both('sender')),
  ];
}

function added(
  operation: Operation,
  required: boolean,
  place: string,
  provenance: string,
): ElementChange {
  const { parameters } = operation.value;
  const index = Array.isArray(parameters) ? parameters.length : 0;
  return {
    kind: `parameter added, ${required ? 'required' : 'optional'}`,
    variant: `${place}, ${provenance}`,
    pointer: operation.pointer + pointerOf('parameters', index),
    at: operation.pointer,
    judgements: required ? narrowed : both('compatible'),
    // A documented demand is no assumption, even where the operation is one.
    ...(required && provenance === 'documented' && { but: { needsApproval: true } }),
    edit: (value) => {
      const before = Array.isArray(value.parameters) ? value.parameters : [];
      value.parameters = [
        ...before,
        {
          name: 'brand-new',
          in: place,
          required,
          'x-provenance': provenance,
          schema: { type: 'string' },
        },
      ];
    },
    beside: 'anything',
  };
}

function removed({ pointer, value }: Operation): readonly ElementChange[] {
  return (Array.isArray(value.parameters) ? value.parameters : []).flatMap((_, index) => ({
    kind: 'parameter removed',
    pointer: pointer + pointerOf('parameters', index),
    at: pointer,
    judgements: both('sender'),
    edit: (operation) => {
      const rest = listAt(operation, '/parameters').toSpliced(index, 1);
      if (rest.length > 0) operation.parameters = rest;
      else delete operation.parameters;
    },
  }));
}

/** Changes of parameters: of the components, and of which an operation has. */
export function parameterChanges(): readonly LabelledChange[] {
  const components = Object.keys(objectAt(released, '/components/parameters')).flatMap((name) =>
    componentChanges(name, objectAt(released, pointerOf('components', 'parameters', name))),
  );
  const ofOperations = operationsOf(released).flatMap((operation) => [
    ...['query', 'header', 'cookie'].flatMap((place) =>
      [true, false].flatMap((required) =>
        ['documented', 'assumed'].map((provenance) =>
          added(operation, required, place, provenance),
        ),
      ),
    ),
    ...removed(operation),
  ]);
  return [...components, ...ofOperations].map(labelled);
}
