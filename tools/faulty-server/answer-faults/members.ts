import { resolve, type Schema } from '../contract/contract.ts';
import { isObject, type Place } from '../contract/places.ts';
import { member, replaceAt } from '../contract/pointer.ts';
import { sampleOf } from '../contract/sample.ts';
import type { ContractFacts } from './facts.ts';
import { type AnswerFault, type BrokenAnswer, type Subject, withBody } from './fault.ts';

export const requiredRemoved: AnswerFault = {
  id: 'E5',
  title: 'required member removed',
  lack: 'no schema of an answer requires a member',
  hasPlace: hasRequired,
  breakAnswer: (subject) => removeRequired(subject, subject.places),
};

export const requiredRenamed: AnswerFault = {
  id: 'E6',
  title: 'required member renamed',
  lack: 'no schema of an answer requires a member',
  hasPlace: hasRequired,
  breakAnswer: (subject) =>
    requiredMembers(subject.places).map(([place, name]) =>
      rename(subject, place, name, member(place.pointer, name), 'required'),
    ),
};

export const addedToClosed: AnswerFault = {
  id: 'E12',
  title: 'member added to a closed object',
  lack: 'no schema of an answer has additionalProperties or unevaluatedProperties: false',
  hasPlace: ({ schemas }) => schemas.some(isClosed),
  breakAnswer: (subject) => addTo(subject, isClosed),
};

export const undeclaredMember: AnswerFault = {
  id: 'E16',
  title: 'undeclared member',
  lack: 'no schema of an answer lists members without saying whether there may be others',
  hasPlace: ({ schemas }) => schemas.some(isSilent),
  breakAnswer: (subject) => addTo(subject, isSilent),
};

export const optionalRenamed: AnswerFault = {
  id: 'E17',
  title: 'optional member renamed',
  lack: 'no schema of an answer lists a member that is optional',
  hasPlace: ({ schemas }) =>
    schemas.some((schema) => takesNoOthers(schema) && optionalOf(schema).length > 0),
  breakAnswer: (subject) =>
    objects(subject.places)
      .filter(({ schema }) => takesNoOthers(schema))
      .flatMap((place) =>
        optionalOf(place.schema)
          .filter((name) => Object.hasOwn(place.value, name))
          .map((name) => {
            const pointer = member(place.pointer, misnamed(name, place.value));
            return rename(subject, place, name, pointer, 'additionalProperties');
          }),
      ),
};

export const writeOnlyReturned: AnswerFault = {
  id: 'E18',
  title: 'writeOnly member returned',
  lack: 'no schema of an answer has writeOnly',
  hasPlace: ({ schemas }) => schemas.some(({ writeOnly }) => writeOnly),
  breakAnswer: (subject) =>
    objects(subject.places).flatMap((place) =>
      Object.entries(place.schema.properties ?? {}).flatMap(([name, reference]) => {
        const schema = resolve<Schema>(subject.contract, reference);
        if (!schema.writeOnly) return [];
        const changed = { ...place.value, [name]: sampleOf(schema) };
        return [at(subject, place, changed, member(place.pointer, name), 'writeOnly')];
      }),
    ),
};

/** The body without one of its required members, once for each in some places. */
export function removeRequired(
  subject: Subject,
  places: readonly Place[],
): readonly BrokenAnswer[] {
  return requiredMembers(places).map(([place, name]) => {
    const { [name]: _, ...others } = place.value;
    return at(subject, place, others, member(place.pointer, name), 'required');
  });
}

type ObjectPlace = Place & { readonly value: Readonly<Record<string, unknown>> };

function objects(places: readonly Place[]): readonly ObjectPlace[] {
  return places.filter((place): place is ObjectPlace => isObject(place.value));
}

function requiredMembers(places: readonly Place[]): readonly (readonly [ObjectPlace, string])[] {
  return objects(places).flatMap((place) =>
    (place.schema.required ?? [])
      .filter((name) => Object.hasOwn(place.value, name))
      .map((name) => [place, name] as const),
  );
}

function addTo(subject: Subject, isMeant: (schema: Schema) => boolean): readonly BrokenAnswer[] {
  return objects(subject.places)
    .filter(({ schema }) => isMeant(schema))
    .map((place) => {
      const pointer = member(place.pointer, 'surplus');
      return at(subject, place, { ...place.value, surplus: 1 }, pointer, 'additionalProperties');
    });
}

function rename(
  subject: Subject,
  place: ObjectPlace,
  name: string,
  pointer: string,
  keyword: string,
): BrokenAnswer {
  const other = misnamed(name, place.value);
  const members = Object.entries(place.value).map(([key, value]) => [
    key === name ? other : key,
    value,
  ]);
  return at(subject, place, Object.fromEntries(members), pointer, keyword);
}

/** The name in the other usual way of writing, `created_at` for `createdAt`, or else misspelt. */
function misnamed(name: string, others: object): string {
  const camel = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return camel === name || camel in others ? `${name}_` : camel;
}

function at(
  subject: Subject,
  place: Place,
  value: unknown,
  pointer: string,
  keyword: string,
): BrokenAnswer {
  const body = JSON.stringify(replaceAt(subject.answer.value, place.pointer, value));
  return withBody(subject, body, pointer, keyword);
}

function hasRequired({ schemas }: ContractFacts): boolean {
  return schemas.some(({ required = [] }) => required.length > 0);
}

function isClosed({ additionalProperties, unevaluatedProperties }: Schema): boolean {
  return additionalProperties === false || unevaluatedProperties === false;
}

function isSilent({ properties, additionalProperties, unevaluatedProperties }: Schema): boolean {
  return Boolean(properties) && (additionalProperties ?? unevaluatedProperties) === undefined;
}

/** Whether a member that a schema does not list is a mistake: unless it says that there may be any. */
export function takesNoOthers(schema: Schema): boolean {
  return isClosed(schema) || isSilent(schema);
}

function optionalOf({ properties = {}, required = [] }: Schema): readonly string[] {
  return Object.keys(properties).filter((name) => !required.includes(name));
}
