import { type Json, type JsonObject, isObject, textOf } from '../contract/json.ts';
import { type Operation, operationsOf } from '../contract/operations.ts';
import { objectAt, pointerOf, valueAt } from '../contract/pointer.ts';
import { released } from '../contract/released.ts';
import { type Judgement, both } from '../labels/judgement.ts';
import type { LabelledChange } from '../labels/labelled-change.ts';
import { type ElementChange, labelled } from './element-change.ts';
import { headerChanges } from './headers.ts';
import { markChanges } from './marks.ts';
import { setMember } from './set-member.ts';

const newResponse = () => ({
  description: 'A new answer.',
  content: { 'application/json': { schema: { type: 'object' } } },
});

const added = (operation: Operation, status: string, judgement: Judgement): ElementChange => ({
  kind: `response added, ${status.startsWith('2') ? 'success' : 'error'}`,
  variant: status,
  pointer: operation.pointer + pointerOf('responses', status),
  at: `${operation.pointer}/responses`,
  judgements: both(judgement),
  edit: (responses) => {
    responses[status] = newResponse();
  },
  beside: 'anything',
});

/** A shared answer with a body of another schema than that of the one that is referred to. */
function otherAnswer(reference?: Json): string | undefined {
  const schemaAt = (pointer: string) =>
    valueAt(released, `${pointer}/content/application~1json/schema/$ref`);
  const answers = Object.keys(objectAt(released, '/components/responses'));
  const pointers = answers.map((name) => pointerOf('components', 'responses', name));
  const own = schemaAt(textOf(reference).slice(1));
  return pointers.find((pointer) => schemaAt(pointer) !== own);
}

function entryChanges(operation: Operation, status: string): readonly ElementChange[] {
  const responses = `${operation.pointer}/responses`;
  const pointer = responses + pointerOf(status);
  const sort = status.startsWith('2') ? 'success' : 'error';
  const { $ref } = objectAt(released, pointer);
  const other = $ref === undefined ? undefined : otherAnswer($ref);
  return [
    {
      kind: `response removed, ${sort}`,
      pointer,
      at: responses,
      judgements: both('receiver'),
      edit: (value) => {
        delete value[status];
      },
    },
    ...(other === undefined
      ? []
      : [
          {
            kind: 'response: reference to another one',
            pointer,
            judgements: both('receiver'),
            edit: (response: JsonObject) => {
              response.$ref = `#${other}`;
            },
          } satisfies ElementChange,
        ]),
  ];
}

/** Of an answer that has a list of examples, and not just one. */
function exampleChanges(examples: string): readonly ElementChange[] {
  const listed = valueAt(released, examples);
  const [example] = isObject(listed) ? Object.keys(listed) : [];
  if (example === undefined) return [];
  return [
    {
      kind: 'response: example removed',
      pointer: examples + pointerOf(example),
      at: examples,
      judgements: both('editorial'),
      edit: (value) => {
        delete value[example];
      },
    },
    {
      kind: 'response: example added',
      pointer: `${examples}/BrandNew`,
      at: examples,
      judgements: both('editorial'),
      edit: (value) => {
        value.BrandNew = { summary: 'A new one', value: {} };
      },
      beside: 'anything',
    },
  ];
}

function bodyChanges(pointer: string): readonly ElementChange[] {
  const content = `${pointer}/content`;
  const json = `${content}/application~1json`;
  const set = setMember('response', pointer);
  return [
    set('description changed', 'editorial', 'description', 'Said in other words.'),
    ...markChanges('response', pointer, objectAt(released, pointer), both('receiver')),
    {
      kind: 'response: media type added',
      pointer: `${content}/application~1xml`,
      at: content,
      judgements: both('compatible'),
      edit: (types) => {
        types['application/xml'] = { schema: { type: 'object' } };
      },
      beside: 'anything',
    },
    {
      kind: 'response: media type removed',
      pointer: json,
      at: content,
      judgements: both('receiver'),
      prepare: (contract) => {
        objectAt(contract, content)['application/xml'] = { schema: { type: 'object' } };
      },
      edit: (types) => {
        delete types['application/json'];
      },
    },
    ...exampleChanges(`${json}/examples`),
    ...headerChanges(pointer),
  ];
}

/** Changes of answers: which statuses there are, and what each has. */
export function responseChanges(): readonly LabelledChange[] {
  const ofOperations = operationsOf(released).flatMap((operation) => {
    const statuses = Object.entries(objectAt(operation.value, '/responses'));
    return [
      ...['202', '409', '429', '500']
        .filter((status) => statuses.every(([other]) => other !== status))
        .map((status) => added(operation, status, status === '202' ? 'receiver' : 'compatible')),
      ...statuses.flatMap(([status]) => entryChanges(operation, status)),
      ...statuses.flatMap(([status, value]) =>
        isObject(value) && 'content' in value
          ? bodyChanges(operation.pointer + pointerOf('responses', status))
          : [],
      ),
    ];
  });
  const components = Object.keys(objectAt(released, '/components/responses')).flatMap((name) =>
    bodyChanges(pointerOf('components', 'responses', name)),
  );
  return [...ofOperations, ...components].map(labelled);
}
