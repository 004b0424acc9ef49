import type { Schema } from '../contract/contract.ts';
import { isOfType, type Place } from '../contract/places.ts';
import { member, replaceAt } from '../contract/pointer.ts';
import { type AnswerFault, type BrokenAnswer, type Subject, withBody } from './fault.ts';
import { removeRequired } from './members.ts';

export const wrongType: AnswerFault = {
  id: 'E7',
  title: 'wrong type',
  lack: 'no schema of an answer has type',
  hasPlace: ({ schemas }) => schemas.some(({ type }) => type !== undefined),
  breakAnswer: (subject) => ofWrongTypes(subject, subject.places),
};

export const outsideEnumeration: AnswerFault = {
  id: 'E8',
  title: 'enum value outside',
  lack: 'no schema of an answer has enum or const',
  hasPlace: ({ schemas }) => schemas.some(isEnumerated),
  breakAnswer: (subject) =>
    replace(subject, ({ schema, value }) =>
      isEnumerated(schema) && typeof value === 'string'
        ? { value: `${value}_`, keyword: schema.enum ? 'enum' : 'const' }
        : undefined,
    ),
};

export const nullNotAllowed: AnswerFault = {
  id: 'E9',
  title: 'null where not allowed',
  lack: 'every schema of an answer takes null',
  hasPlace: ({ schemas }) =>
    schemas.some(({ type }) => type !== undefined && ![type].flat().includes('null')),
  breakAnswer: (subject) =>
    replace(subject, ({ types }) =>
      types && !types.includes('null') ? { value: null, keyword: 'type' } : undefined,
    ),
};

export const belowMinimum: AnswerFault = {
  id: 'E10',
  title: 'below a minimum',
  lack: 'no schema of an answer has minimum or exclusiveMinimum',
  hasPlace: ({ schemas }) => schemas.some((schema) => leastOf(schema) !== undefined),
  breakAnswer: (subject) =>
    replace(subject, ({ schema, value }) => {
      const least = leastOf(schema);
      if (least === undefined || typeof value !== 'number') return undefined;
      const keyword = schema.minimum === undefined ? 'exclusiveMinimum' : 'minimum';
      return { value: least - 1, keyword };
    }),
};

export const duplicateItem: AnswerFault = {
  id: 'E11',
  title: 'duplicate in a unique array',
  lack: 'no schema of an answer has uniqueItems',
  hasPlace: ({ schemas }) => schemas.some(({ uniqueItems }) => uniqueItems),
  breakAnswer: (subject) =>
    replace(subject, ({ schema, value }) =>
      schema.uniqueItems && Array.isArray(value) && value.length > 0
        ? { value: [...(value as unknown[]), value[0]], keyword: 'uniqueItems' }
        : undefined,
    ),
};

export const badDateTime: AnswerFault = {
  id: 'E19',
  title: 'bad date-time',
  lack: 'no schema of an answer has the format date-time',
  hasPlace: ({ schemas }) => schemas.some(({ format }) => format === 'date-time'),
  breakAnswer: (subject) =>
    replace(subject, ({ schema, value }) =>
      schema.format === 'date-time' && typeof value === 'string'
        ? { value: 'yesterday', keyword: 'format' }
        : undefined,
    ),
};

export const swappedTuple: AnswerFault = {
  id: 'E20',
  title: 'tuple swapped',
  lack: 'no schema of an answer has prefixItems',
  hasPlace: ({ schemas }) => schemas.some(({ prefixItems }) => prefixItems),
  breakAnswer: (subject) =>
    subject.places.flatMap((place) => {
      if (!place.schema.prefixItems || !Array.isArray(place.value)) return [];
      const [first, second, ...rest] = place.value as unknown[];
      const types = subject.places.find(({ pointer }) => pointer === `${place.pointer}/0`)?.types;
      if (second === undefined || !types || types.some((type) => isOfType(second, type))) return [];
      const swapped = replaceAt(subject.answer.value, place.pointer, [second, first, ...rest]);
      return [withBody(subject, JSON.stringify(swapped), member(place.pointer, 0), 'type')];
    }),
};

export const typeBelowRecursion: AnswerFault = {
  id: 'E25',
  title: 'wrong type below a recursive schema',
  lack: 'no schema of an answer contains itself',
  hasPlace: ({ recursive }) => recursive.size > 0,
  breakAnswer: (subject) => ofWrongTypes(subject, belowRecursion(subject)),
};

export const requiredBelowRecursion: AnswerFault = {
  id: 'E26',
  title: 'required member removed below a recursive schema',
  lack: 'no schema of an answer contains itself',
  hasPlace: ({ recursive }) => recursive.size > 0,
  breakAnswer: (subject) => removeRequired(subject, belowRecursion(subject)),
};

function ofWrongTypes(subject: Subject, places: readonly Place[]): readonly BrokenAnswer[] {
  return replace(
    subject,
    ({ types }) => {
      const wrong = types && [12, 'wrong', true].find((it) => !types.some((t) => isOfType(it, t)));
      return wrong === undefined ? undefined : { value: wrong, keyword: 'type' };
    },
    places,
  );
}

/** The body with one place of it replaced, once for each place for which there is a wrong value. */
function replace(
  subject: Subject,
  wrong: (place: Place) => { readonly value: unknown; readonly keyword: string } | undefined,
  places: readonly Place[] = subject.places,
): readonly BrokenAnswer[] {
  return places.flatMap((place) => {
    const found = wrong(place);
    if (!found) return [];
    const changed = replaceAt(subject.answer.value, place.pointer, found.value);
    const keyword = place.isTag ? 'discriminator' : found.keyword;
    return [withBody(subject, JSON.stringify(changed), place.pointer, keyword)];
  });
}

function belowRecursion({ places }: Subject): readonly Place[] {
  return places.filter(({ isBelowRecursion }) => isBelowRecursion);
}

function isEnumerated(schema: Schema): boolean {
  return schema.enum !== undefined || typeof schema.const === 'string';
}

function leastOf({ minimum, exclusiveMinimum }: Schema): number | undefined {
  return minimum ?? exclusiveMinimum;
}
