import { type Json, type JsonObject, isObject, textOf } from '../contract/json.ts';
import { operationsOf } from '../contract/operations.ts';
import { listAt, objectAt, pointerOf } from '../contract/pointer.ts';
import { released } from '../contract/released.ts';
import { type Judgements, both } from '../labels/judgement.ts';
import type { LabelledChange } from '../labels/labelled-change.ts';
import { type ElementChange, labelled } from './element-change.ts';
import { entryChanges } from './lifecycle-entries.ts';

function changesOf(schema: string, value: JsonObject): readonly ElementChange[] {
  const pointer = `${pointerOf('components', 'schemas', schema)}/x-lifecycle`;
  const states = listAt(released, `${pointerOf('components', 'schemas', schema)}/enum`);
  const final = listAt(value, '/final');
  const add = (
    kind: string,
    list: string,
    entry: Json,
    judgements: Judgements,
    more: readonly string[],
  ): ElementChange => ({
    kind: `lifecycle: ${kind}`,
    pointer,
    judgements,
    more,
    edit: (lifecycle) => {
      lifecycle[list] = [...listAt(lifecycle, `/${list}`), entry];
    },
  });
  const [first = ''] = states;
  const last = states.at(-1) ?? '';
  const text = 'Said of a new entry.';
  const named = JSON.stringify(value);
  const others = operationsOf(released).flatMap(({ id }) =>
    named.includes(`"${id}"`) ? [] : [id],
  );
  const [example = ''] = Object.keys(objectAt(released, '/components/examples'));
  return [
    {
      kind: 'lifecycle removed',
      pointer,
      at: pointer.slice(0, -'/x-lifecycle'.length),
      judgements: both('sender', 'receiver'),
      edit: (holder) => {
        delete holder['x-lifecycle'];
      },
    },
    {
      kind: 'lifecycle: other initial state',
      pointer,
      judgements: both('receiver'),
      edit: (lifecycle) => {
        lifecycle.initial = states.find((state) => state !== value.initial) ?? null;
      },
    },
    {
      kind: 'lifecycle: provenance from assumed to observed',
      pointer,
      judgements: both('editorial'),
      prepare: (contract) => {
        objectAt(contract, pointer)['x-provenance'] = 'assumed';
      },
      edit: (lifecycle) => {
        lifecycle['x-provenance'] = 'observed';
      },
    },
    {
      kind: 'lifecycle: decision changed',
      pointer,
      judgements: both('editorial'),
      edit: (lifecycle) => {
        lifecycle['x-decision'] = 'D99';
      },
    },
    ...states
      .filter((state) => !final.includes(state))
      .slice(0, 1)
      .map((state) => add('final state added', 'final', state, both('receiver'), [])),
    ...final.map((state, index): ElementChange => ({
      kind: 'lifecycle: final state removed',
      variant: textOf(state),
      pointer,
      judgements: both('receiver'),
      edit: (lifecycle) => {
        lifecycle.final = listAt(lifecycle, '/final').toSpliced(index, 1);
      },
    })),
    add(
      'transitions added, by itself',
      'transitions',
      { from: last, to: first, cause: 'time', description: text },
      both('compatible'),
      [],
    ),
    ...others
      .slice(0, 1)
      .flatMap((operation) => [
        add(
          'transitions added, by an operation',
          'transitions',
          { from: last, to: first, operation, description: text },
          both('compatible'),
          [operation],
        ),
        add(
          'unchanged added',
          'unchanged',
          { in: first, operation, description: text },
          both('compatible'),
          [operation],
        ),
        add(
          'refused added',
          'refused',
          { in: first, operation, status: '404', example, description: text },
          both('compatible'),
          [operation],
        ),
      ]),
    ...['transitions', 'unchanged', 'refused'].flatMap((list) =>
      listAt(value, `/${list}`).flatMap((entry, index) =>
        isObject(entry) ? entryChanges(pointer, list, index, entry) : [],
      ),
    ),
  ];
}

/** Changes of how states follow each other. */
export function lifecycleChanges(): readonly LabelledChange[] {
  return Object.entries(objectAt(released, '/components/schemas')).flatMap(([name, schema]) =>
    isObject(schema) && isObject(schema['x-lifecycle'])
      ? changesOf(name, schema['x-lifecycle']).map(labelled)
      : [],
  );
}
