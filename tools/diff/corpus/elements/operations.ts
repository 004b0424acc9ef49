import { type Json, isObject, textOf } from '../contract/json.ts';
import { type Operation, operationsOf } from '../contract/operations.ts';
import { listAt, objectAt, pointerOf } from '../contract/pointer.ts';
import { released } from '../contract/released.ts';
import { type Judgement, both, replaced } from '../labels/judgement.ts';
import type { LabelledChange } from '../labels/labelled-change.ts';
import { type ElementChange, labelled } from './element-change.ts';
import { markChanges } from './marks.ts';
import { setMember, withoutBefore } from './set-member.ts';

const retries = ['safe', 'unsent', 'never'];

function retryChanges({ pointer, value }: Operation): readonly ElementChange[] {
  const before = retries.indexOf(textOf(value['x-retry']));
  return retries.flatMap((retry, now) =>
    now === before
      ? []
      : [
          {
            kind: now > before ? 'operation: fewer repetitions' : 'operation: more repetitions',
            variant: retry,
            pointer,
            judgements: both(now > before ? 'sender' : 'compatible'),
            edit: (operation) => {
              operation['x-retry'] = retry;
            },
            beside: 'anything',
          },
        ],
  );
}

function otherTag(tag?: Json): Json {
  const names = listAt(released, '/tags').map((it) => (isObject(it) ? textOf(it.name) : ''));
  return names.find((name) => name !== tag)!;
}

function ownChanges(operation: Operation): readonly ElementChange[] {
  const { pointer, value } = operation;
  const set = setMember('operation', pointer);
  const [tag] = listAt(value, '/tags');
  const otherGeneration =
    value['x-generation'] === 'v1'
      ? set('generation lowered', 'sender', 'x-generation', 'v0')
      : set('generation raised', 'compatible', 'x-generation', 'v1');
  const undeprecated: ElementChange = {
    ...set('deprecated removed', 'compatible', 'deprecated', false),
    prepare: (contract) => {
      objectAt(contract, pointer).deprecated = true;
    },
  };
  const renamed: ElementChange = {
    ...set('operationId changed', 'source', 'operationId', `${operation.id}Anew`),
    but: { operations: [`${operation.id}Anew`] },
    beside: 'nothing',
  };
  return [
    ...retryChanges(operation),
    set('summary changed', 'editorial', 'summary', 'In other words'),
    set('description changed', 'editorial', 'description', 'Said in other words.'),
    set('unknown extension added', 'editorial', 'x-note', 'for us'),
    set('samples changed', 'editorial', 'x-codeSamples', [
      { lang: 'Shell', label: 'curl', source: 'curl' },
    ]),
    withoutBefore('deprecated', set('deprecated added', 'compatible', 'deprecated', true)),
    undeprecated,
    { ...otherGeneration, beside: 'nothing below' },
    set('first tag changed', 'source', 'tags', [otherTag(tag)]),
    set('further tag added', 'editorial', 'tags', [tag ?? null, 'Further']),
    renamed,
    ...markChanges('operation', pointer, value, replaced),
  ];
}

const methods = ['put', 'patch', 'post', 'get', 'delete'];

function placeChanges({ id, path, method, pointer }: Operation): readonly LabelledChange[] {
  const move = (kind: string, judgement: Judgement, toPath: string, toMethod: string) =>
    labelled({
      kind,
      variant: `${toMethod} ${toPath}`,
      pointer,
      at: '/paths',
      judgements: both(judgement),
      edit: (paths) => {
        const item = objectAt(paths, pointerOf(path));
        const { [method]: moved = null, ...others } = item;
        if (Object.keys(others).length > 0) paths[path] = others;
        else delete paths[path];
        paths[toPath] = { ...objectAt({ at: paths[toPath] ?? {} }, '/at'), [toMethod]: moved };
      },
      but: { pointer: pointerOf('paths', toPath, toMethod) },
    });
  const siblings = objectAt(released, pointerOf('paths', path));
  const free = methods.find((name) => !(name in siblings));
  return [
    labelled({
      kind: 'operation removed',
      pointer,
      at: '/paths',
      judgements: both('sender'),
      edit: (paths) => {
        const item = objectAt(paths, pointerOf(path));
        delete item[method];
        if (Object.keys(item).length === 0) delete paths[path];
      },
    }),
    move('operation moved to another path', 'sender', path.replace('/api', '/api/moved'), method),
    ...(free === undefined
      ? []
      : [move('operation moved to another method', 'sender', path, free)]),
    labelled({
      kind: 'operation added',
      variant: id,
      pointer: pointerOf('paths', `${path}/more`, method),
      at: '/paths',
      judgements: both('compatible'),
      edit: (paths) => {
        const copy = structuredClone(objectAt(paths, pointerOf(path, method)));
        copy.operationId = `${id}More`;
        paths[`${path}/more`] = { [method]: copy };
      },
      but: { operations: [`${id}More`] },
    }),
  ];
}

/** Changes of the operations themselves, and of where they are. */
export function operationChanges(): readonly LabelledChange[] {
  return operationsOf(released).flatMap((operation) => [
    ...ownChanges(operation).map(labelled),
    ...placeChanges(operation),
  ]);
}
