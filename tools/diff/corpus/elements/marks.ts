import { type JsonObject, textOf } from '../contract/json.ts';
import { type Judgements, both } from '../labels/judgement.ts';
import type { ElementChange } from './element-change.ts';

/** From what is surest to what is least sure. */
const marks = ['documented', 'observed', 'assumed'];

/** Every other mark that an element could have, and another decision if it names one. */
export function markChanges(
  what: string,
  pointer: string,
  value: JsonObject,
  lowered: Judgements,
): readonly ElementChange[] {
  const before = marks.indexOf(textOf(value['x-provenance']));
  const provenances = marks.flatMap((mark, now): ElementChange[] =>
    now === before
      ? []
      : [
          {
            kind: `${what}: provenance from ${marks[before]} to ${mark}`,
            pointer,
            judgements: now > before ? lowered : both('editorial'),
            edit: (changed) => {
              changed['x-provenance'] = mark;
            },
            beside: 'nothing below',
          },
        ],
  );
  const decision: ElementChange = {
    kind: `${what}: decision changed`,
    pointer,
    judgements: both('editorial'),
    edit: (changed) => {
      changed['x-decision'] = 'D99';
    },
    beside: 'anything',
  };
  return [...provenances, ...('x-decision' in value ? [decision] : [])];
}
