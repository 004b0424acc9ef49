import {
  type Arbitrary,
  array,
  constantFrom,
  dictionary,
  letrec,
  nat,
  oneof,
  tuple,
} from 'fast-check';

/** Keys that rules look for, and keys that objects have without being told. */
const keys = `openapi info servers tags paths webhooks components schemas parameters responses
  examples links headers content securitySchemes requestBody get post head operationId summary
  description security callbacks name in required schema example value type properties items enum
  format allOf anyOf additionalProperties $ref default 200 404 x-provenance x-decision x-generation
  x-retry x-secret x-lifecycle x-enumDescriptions x-tagGroups x-codeSamples initial final transitions
  from to unchanged refused operation status /api/v1/jobs application/json toString valueOf
  constructor __proto__ length`.split(/\s+/);

const texts = ['', ' ', '#/components/schemas/Job', '#/', '$response.body#/id', 'documented', 'v1'];

/** Anything that JSON can say, made of the words that rules look for. */
export const garbage: Arbitrary<unknown> = letrec((tie) => ({
  value: oneof(
    { depthSize: 'medium', withCrossShrink: true },
    constantFrom<unknown>(null, true, false, 0, -1.5, 404, ...texts, ...keys),
    array(tie('value'), { maxLength: 4 }),
    dictionary(constantFrom(...keys), tie('value'), { maxKeys: 6, noNullPrototype: true }),
  ),
})).value;

/** A document in which garbage stands at some places; where they are, the numbers tell. */
export function spoilt(document: object): Arbitrary<object> {
  const faults = array(tuple(nat(), garbage), { minLength: 1, maxLength: 4 });
  return faults.map((list) => {
    const copy = structuredClone(document);
    for (const [n, value] of list) {
      const all = places(copy);
      const place = all[n % all.length];
      // `defineProperty`, as an assignment to `__proto__` would change no member.
      if (place) Object.defineProperty(place.parent, place.key, { ...own, value });
    }
    return copy;
  });
}

/** A document once for each of its places, with a value there that is of another type, or cannot be shown. */
export function spoiltEverywhere(document: object): readonly object[] {
  const values: readonly unknown[] = [
    null,
    0,
    'text',
    [],
    [null],
    {},
    { toString: 0 },
    { length: {} },
  ];
  return places(document).flatMap((_, i) =>
    values.map((value) => {
      const copy = structuredClone(document);
      const place = places(copy)[i];
      if (place) Object.defineProperty(place.parent, place.key, { ...own, value });
      return copy;
    }),
  );
}

const own = { configurable: true, enumerable: true, writable: true };

interface Place {
  readonly parent: object;
  readonly key: string;
}

function places(value: unknown): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => [
    { parent: value, key },
    ...places(child),
  ]);
}
