import { type Json, type JsonObject, textOf } from '../contract/json.ts';
import { listAt, objectAt } from '../contract/pointer.ts';
import { released } from '../contract/released.ts';
import { type Judgements, both } from '../labels/judgement.ts';
import type { ElementChange } from './element-change.ts';

const titleOf = (entry: JsonObject) =>
  [entry.in ?? entry.from, entry.to, entry.operation ?? entry.cause]
    .map(textOf)
    .filter((word) => word !== '')
    .join(' ');

const examples = Object.keys(objectAt(released, '/components/examples'));

const otherThan = (example: Json) => examples.find((name) => name !== example) ?? null;

const callsOf = ({ operation }: JsonObject) => (typeof operation === 'string' ? [operation] : []);

/** Changes of one entry of a lifecycle's lists. */
export function entryChanges(
  lifecycle: string,
  list: string,
  index: number,
  entry: JsonObject,
): readonly ElementChange[] {
  const pointer = `${lifecycle}/${list}/${index}`;
  const variant = titleOf(entry);
  const more = callsOf(entry);
  const set = (kind: string, judgements: Judgements, name: string, now: Json): ElementChange => ({
    kind: `lifecycle: ${kind}`,
    variant,
    pointer,
    judgements,
    more,
    edit: (value) => {
      value[name] = now;
    },
    beside: 'anything',
  });
  const remove: ElementChange = {
    kind: `lifecycle: ${list} removed${more.length > 0 ? '' : ', by itself'}`,
    variant,
    pointer: lifecycle,
    at: lifecycle,
    judgements: both(more.length > 0 ? 'sender' : 'receiver'),
    more,
    edit: (value) => {
      value[list] = listAt(value, `/${list}`).toSpliced(index, 1);
    },
  };
  return [
    remove,
    set('description changed', both('editorial'), 'description', 'Said in other words.'),
    ...('status' in entry
      ? [
          {
            ...set(
              'other status of a refusal',
              both('sender'),
              'status',
              entry.status === '409' ? '404' : '409',
            ),
            pointer: lifecycle,
            at: pointer,
          },
        ]
      : []),
    ...('example' in entry
      ? [set('other example of a refusal', both('editorial'), 'example', otherThan(entry.example))]
      : []),
  ];
}
