import { type JsonObject, isObject } from '../contract/json.ts';
import { objectAt, pointerOf } from '../contract/pointer.ts';
import type { Schema } from '../contract/schemas.ts';
import { expect } from '../labels/expect.ts';
import { both, narrowed, replaced } from '../labels/judgement.ts';
import type { LabelledChange } from '../labels/labelled-change.ts';

const hasReference = (schema: JsonObject) => JSON.stringify(schema).includes('"$ref"');

function requiredOf(object: JsonObject): string[] {
  const { required } = object;
  return (Array.isArray(required) ? required : []).filter((name) => typeof name === 'string');
}

/** An object without a member, and without the demand for it. */
function removeMember(object: JsonObject, name: string): void {
  delete objectAt(object, '/properties')[name];
  const required = requiredOf(object).filter((other) => other !== name);
  if (required.length > 0) object.required = required;
  else delete object.required;
}

/** Changes of which members an object has. */
export function memberAdditions(
  contract: JsonObject,
  { pointer, value, name }: Schema,
): readonly LabelledChange[] {
  if (!isObject(value.properties)) return [];
  const added = pointer + pointerOf('properties', 'brand_new');
  const addTo = (changed: JsonObject) => {
    objectAt(changed, `${pointer}/properties`).brand_new = {
      description: 'A new member.',
      type: 'string',
    };
  };
  return [
    {
      id: `member added, optional ${pointer}`,
      kind: 'member added, optional',
      title: `${name} gets an optional member`,
      apply: addTo,
      expected: [expect(contract, added, both('compatible'))],
      beside: 'anything',
    },
    {
      id: `member added, required ${pointer}`,
      kind: 'member added, required',
      title: `${name} gets a required member`,
      apply: (changed) => {
        addTo(changed);
        const object = objectAt(changed, pointer);
        object.required = [...requiredOf(object), 'brand_new'];
      },
      expected: [expect(contract, added, narrowed)],
      beside: 'anything',
    },
  ];
}

/** Changes of one member of an object, and of whether it is required. */
export function memberChanges(contract: JsonObject, schema: Schema): readonly LabelledChange[] {
  const { pointer, value, name, member } = schema;
  if (member === undefined) return [];
  const renamed = member.of + pointerOf('properties', `${member.name}_renamed`);
  const toggle = member.required ? 'member no longer required' : 'member required';
  const lowered: LabelledChange[] =
    'x-provenance' in value
      ? []
      : [
          {
            id: `member: provenance of its own, assumed ${pointer}`,
            kind: 'member: provenance of its own, assumed',
            title: `${name} is marked as assumed, unlike what it stands in`,
            apply: (changed) => {
              objectAt(changed, pointer)['x-provenance'] = 'assumed';
            },
            expected: [expect(contract, pointer, replaced)],
            beside: 'nothing below',
          },
        ];
  return [
    {
      id: `member removed ${pointer}`,
      kind: `member removed, ${member.required ? 'required' : 'optional'}`,
      title: `${name} is removed`,
      apply: (changed) => {
        removeMember(objectAt(changed, member.of), member.name);
      },
      expected: [expect(contract, pointer, replaced)],
      beside: hasReference(value) ? 'nothing' : 'nothing below',
    },
    {
      id: `member renamed ${pointer}`,
      kind: `member renamed, ${member.required ? 'required' : 'optional'}`,
      title: `${name} is renamed`,
      apply: (changed) => {
        const object = objectAt(changed, member.of);
        objectAt(object, '/properties')[`${member.name}_renamed`] = structuredClone(value);
        removeMember(object, member.name);
        if (member.required) object.required = [...requiredOf(object), `${member.name}_renamed`];
      },
      expected: [
        expect(contract, pointer, replaced),
        expect(contract, renamed, member.required ? narrowed : both('compatible')),
      ],
      beside: hasReference(value) ? 'nothing' : 'nothing below',
    },
    {
      id: `${toggle} ${pointer}`,
      kind: toggle,
      title: `${name} is ${member.required ? 'no longer' : 'now'} required`,
      apply: (changed) => {
        const object = objectAt(changed, member.of);
        const others = requiredOf(object).filter((other) => other !== member.name);
        const required = member.required ? others : [...others, member.name];
        if (required.length > 0) object.required = required;
        else delete object.required;
      },
      expected: [
        expect(
          contract,
          pointer,
          member.required ? { request: 'compatible', answer: 'receiver' } : narrowed,
        ),
      ],
      beside: 'anything',
    },
    ...lowered,
  ];
}
