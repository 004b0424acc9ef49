/** The faults of a single response, E1 to E28, each applicable wherever the contract gives it a place. */
import {
  child,
  type Contract,
  type DeclaredResponse,
  type Header,
  isObject,
  isOfType,
  type Operation,
  type Place,
  replaceAt,
  sampleOf,
  type Schema,
} from './contract.ts';

/** A response that the contract allows. */
export interface ValidResponse {
  /** The operationId. */
  readonly operation: string;
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; undefined where there is none. */
  readonly value: unknown;
}

/** A response with one fault. */
export interface BrokenResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** What a validator must report about it. */
  readonly expected: {
    readonly part: 'status' | 'header' | 'body';
    readonly pointer: string;
    /** The keyword of JSON Schema, or `status`, `media-type`, `json`, `body`, `discriminator`. */
    readonly keyword: string;
  };
}

interface Subject extends ValidResponse {
  readonly contract: Contract;
  readonly declaredBy: Operation;
  readonly declared: DeclaredResponse;
  readonly places: readonly Place[];
}

/** One kind of fault of a single response. */
export interface MessageFault {
  readonly id: string;
  readonly title: string;
  /** What a response needs so that the fault has a place in it. */
  readonly needs: string;
  readonly apply: (subject: Subject) => readonly BrokenResponse[];
}

type ObjectPlace = Place & { readonly value: Readonly<Record<string, unknown>> };
/** Replaces the value of a place; pointer and keyword are what a validator must report. */
interface Change {
  readonly value: unknown;
  readonly pointer?: string;
  readonly keyword: string;
}
type Change1 = Change | undefined;

const isClosed = ({ additionalProperties, unevaluatedProperties }: Schema): boolean =>
  additionalProperties === false || unevaluatedProperties === false;
const isSilent = ({ properties, additionalProperties, unevaluatedProperties }: Schema): boolean =>
  Boolean(properties) && (additionalProperties ?? unevaluatedProperties) === undefined;
/** Whether a property that the schema does not list is worth a report. */
const listsAll = (schema: Schema): boolean => isClosed(schema) || isSilent(schema);
const isEnumerated = (schema: Schema): boolean =>
  schema.enum !== undefined || typeof schema.const === 'string';
const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** All faults of a single response, in the order of their ids. */
export const messageFaults: readonly MessageFault[] = [
  fault('E1', 'returns an undeclared success status', 'a success', (subject) =>
    isSuccess(subject.status) ? otherStatus(subject, [201, 202, 200, 206]) : [],
  ),
  fault('E2', 'returns an undeclared 5xx status', 'a response', (subject) =>
    otherStatus(subject, [500, 502, 503, 504]),
  ),
  fault('E3', 'has a wrong media type', 'a body', (subject) =>
    subject.declared.mediaType
      ? [withHeader(subject, 'Content-Type', 'text/plain', 'media-type')]
      : [],
  ),
  fault('E4', 'has no media type', 'a body', (subject) =>
    subject.declared.mediaType
      ? [withHeader(subject, 'Content-Type', undefined, 'media-type')]
      : [],
  ),
  objects('E5', 'lacks a required property', 'a required property', removeRequired),
  objects('E6', 'renames a required property', 'a required property', (place) =>
    requiredIn(place).map((name) => rename(place, name, child(place.pointer, name), 'required')),
  ),
  values('E7', 'has a value of a wrong type', 'a type', wrongType),
  values('E8', 'has a value outside an enumeration', 'enum or const', ({ schema, value }) =>
    isEnumerated(schema) && typeof value === 'string'
      ? { value: `${value}_`, keyword: schema.enum ? 'enum' : 'const' }
      : undefined,
  ),
  values('E9', 'has null where it is not allowed', 'a type without null', ({ types }) =>
    types && !types.includes('null') ? { value: null, keyword: 'type' } : undefined,
  ),
  values('E10', 'has a number below its minimum', 'minimum', ({ schema, value }) => {
    const least = schema.minimum ?? schema.exclusiveMinimum;
    if (least === undefined || typeof value !== 'number') return undefined;
    const keyword = schema.minimum === undefined ? 'exclusiveMinimum' : 'minimum';
    return { value: least - 1, keyword };
  }),
  values('E11', 'repeats an item of a unique array', 'uniqueItems', ({ schema, value }) =>
    schema.uniqueItems && Array.isArray(value) && value.length > 0
      ? { value: [...(value as unknown[]), value[0]], keyword: 'uniqueItems' }
      : undefined,
  ),
  objects('E12', 'adds a property to a closed object', 'a closed object', (place) =>
    isClosed(place.schema) ? [add(place, 'surplus', 1)] : [],
  ),
  fault('E13', 'wraps the body in an envelope', 'an object as the body', (subject) => {
    const [root] = subject.places;
    if (!root) return [];
    const body = JSON.stringify({ data: root.value });
    if (root.types && !root.types.includes('object')) return [withBody(subject, body, '', 'type')];
    if (!listsAll(root.schema)) return [];
    return [withBody(subject, body, '/data', 'additionalProperties')];
  }),
  values('E14', 'sends an array as the body', 'a body that is no array', (place) =>
    place.pointer === '' && place.types && !place.types.includes('array')
      ? { value: [place.value], keyword: 'type' }
      : undefined,
  ),
  fault('E15', 'truncates the JSON', 'a JSON body', (subject) => {
    const text = textOf(subject);
    const hasParts = typeof subject.value === 'object' && subject.value !== null;
    return hasParts ? [withBody(subject, text.slice(0, text.length / 2), '', 'json')] : [];
  }),
  objects('E16', 'adds an undeclared property', 'an open object with properties', (place) =>
    isSilent(place.schema) ? [add(place, 'surplus', 1)] : [],
  ),
  objects('E17', 'renames an optional property', 'an optional property', (place) =>
    listsAll(place.schema)
      ? Object.keys(place.schema.properties ?? {})
          .filter((name) => name in place.value && !place.schema.required?.includes(name))
          .map((name) => {
            const other = child(place.pointer, misnamed(name, place.value));
            return rename(place, name, other, 'additionalProperties');
          })
      : [],
  ),
  objects('E18', 'returns a write-only property', 'writeOnly', (place, contract) =>
    Object.entries(place.schema.properties ?? {}).flatMap(([name, schema]) => {
      const resolved = contract.resolve(schema);
      if (!resolved.writeOnly) return [];
      return [{ ...add(place, name, sampleOf(resolved)), keyword: 'writeOnly' }];
    }),
  ),
  values('E19', 'has an invalid date-time', 'format date-time', ({ schema, value }) =>
    schema.format === 'date-time' && typeof value === 'string'
      ? { value: 'yesterday', keyword: 'format' }
      : undefined,
  ),
  values('E20', 'swaps the items of a tuple', 'prefixItems', ({ schema, value, pointer }) => {
    if (!schema.prefixItems || !Array.isArray(value)) return undefined;
    const [first, second, ...rest] = value as unknown[];
    const types = [schema.prefixItems[0]?.type ?? []].flat();
    if (second === undefined || types.some((type) => isOfType(second, type))) return undefined;
    return { value: [second, first, ...rest], pointer: child(pointer, 0), keyword: 'type' };
  }),
  headers('E21', 'lacks a required header', 'a required header', ({ required }) =>
    required ? [undefined, 'required'] : undefined,
  ),
  headers('E22', 'has a header of a wrong format', 'a header with a format', ({ schema }) =>
    schema?.format ? ['wrong', 'format'] : undefined,
  ),
  headers('E23', 'has a header of a wrong type', 'a header that is no string', ({ schema }) =>
    ['integer', 'number', 'boolean'].some((type) => schema?.type === type)
      ? ['wrong', 'type']
      : undefined,
  ),
  fault('E24', 'has an empty body', 'a body', (subject) =>
    subject.places.length > 0 ? [withBody(subject, '', '', 'required')] : [],
  ),
  values('E25', 'has a wrong type below a recursive schema', 'a recursive schema', (place) =>
    place.isBelowRecursion ? wrongType(place) : undefined,
  ),
  objects('E26', 'lacks a property below a recursive schema', 'a recursive schema', (place) =>
    place.isBelowRecursion ? removeRequired(place) : [],
  ),
  fault('E27', 'has a body although the operation has none', 'an operation without a body', (it) =>
    addBody(it, false),
  ),
  fault('E28', 'has a body where none is declared', 'a response without a body', (it) =>
    addBody(it, true),
  ),
];

/**
 * Puts a fault into a valid response, once for each place that has room for it.
 *
 * @throws {TypeError} when the contract does not declare the response
 * @example
 * const [first] = breakResponse(contract, fault, response);
 * console.log(first?.expected.pointer); // '/id'
 */
export function breakResponse(
  contract: Contract,
  { apply }: MessageFault,
  response: ValidResponse,
): readonly BrokenResponse[] {
  const { operation: id, status, value } = response;
  const declaredBy = contract.operations.find((each) => each.id === id);
  const declared = declaredBy?.responses.get(`${status}`);
  if (!declaredBy || !declared)
    throw new TypeError(`The contract does not declare ${id} ${status}`);
  const hasBody = declared.schema && value !== undefined;
  const places = hasBody ? contract.places(declared.schema, value) : [];
  return apply({ ...response, contract, declaredBy, declared, places });
}

/** Every example response of the contract, and each declared response without a body. */
export function exampleResponses(
  contract: Contract,
): readonly (ValidResponse & { readonly title: string })[] {
  return contract.operations.flatMap(({ id, responses }) =>
    [...responses]
      .filter(([status]) => /^\d{3}$/.test(status))
      .flatMap(([status, { mediaType, headers: declared, examples }]) => {
        const shown = mediaType === undefined ? [['', undefined] as const] : [...examples];
        const all = new Headers(mediaType === undefined ? {} : { 'Content-Type': mediaType });
        for (const [name, { example, schema = {} }] of declared) {
          all.set(name, String(example ?? sampleOf(schema)));
        }
        return shown.map(([name, value]) => ({
          title: `${id} ${status} ${name}`.trimEnd(),
          operation: id,
          status: Number(status),
          headers: all,
          value,
        }));
      }),
  );
}

function fault(
  id: string,
  title: string,
  needs: string,
  apply: MessageFault['apply'],
): MessageFault {
  return { id, title, needs, apply };
}

function values(id: string, title: string, needs: string, change: (place: Place) => Change1) {
  return fault(id, title, needs, (subject) =>
    subject.places.flatMap((place) => changed(subject, place, change(place))),
  );
}

function objects(
  id: string,
  title: string,
  needs: string,
  changes: (place: ObjectPlace, contract: Contract) => readonly Change[],
): MessageFault {
  return fault(id, title, needs, (subject) =>
    subject.places
      .filter((place): place is ObjectPlace => isObject(place.value))
      .flatMap((place) =>
        changes(place, subject.contract).flatMap((change) => changed(subject, place, change)),
      ),
  );
}

function headers(
  id: string,
  title: string,
  needs: string,
  change: (header: Header) => readonly [text: string | undefined, keyword: string] | undefined,
): MessageFault {
  return fault(id, title, needs, (subject) =>
    [...subject.declared.headers].flatMap(([name, header]) => {
      const found = subject.headers.has(name) ? change(header) : undefined;
      return found ? [withHeader(subject, name, ...found)] : [];
    }),
  );
}

function changed(subject: Subject, place: Place, change: Change1): readonly BrokenResponse[] {
  if (!change) return [];
  const body = JSON.stringify(replaceAt(subject.value, place.pointer, change.value));
  const keyword = place.isTag ? 'discriminator' : change.keyword;
  return [withBody(subject, body, change.pointer ?? place.pointer, keyword)];
}

function withBody(
  { status, headers: all }: Subject,
  body: string,
  pointer: string,
  keyword: string,
): BrokenResponse {
  return { status, headers: all, body, expected: { part: 'body', pointer, keyword } };
}

function withHeader(
  subject: Subject,
  name: string,
  text: string | undefined,
  keyword: string,
): BrokenResponse {
  const all = new Headers(subject.headers);
  if (text === undefined) all.delete(name);
  else all.set(name, text);
  const expected = { part: 'header', pointer: `/${name.toLowerCase()}`, keyword } as const;
  return { status: subject.status, headers: all, body: textOf(subject), expected };
}

function otherStatus(subject: Subject, candidates: readonly number[]): readonly BrokenResponse[] {
  const { responses } = subject.declaredBy;
  const status = candidates.find(
    (each) =>
      ![`${each}`, `${Math.floor(each / 100)}XX`, 'default'].some((key) => responses.has(key)),
  );
  if (status === undefined) return [];
  const expected = { part: 'status', pointer: '', keyword: 'status' } as const;
  return [{ status, headers: subject.headers, body: textOf(subject), expected }];
}

function addBody(subject: Subject, succeedsWithBody: boolean): readonly BrokenResponse[] {
  const hasSuccessBody = [...subject.declaredBy.responses].some(
    ([status, { mediaType }]) => isSuccess(Number(status)) && mediaType !== undefined,
  );
  const isBare = subject.declared.mediaType === undefined;
  return isBare && hasSuccessBody === succeedsWithBody ? [withBody(subject, '{}', '', 'body')] : [];
}

function wrongType({ types }: Place): Change1 {
  const value = types && [12, 'wrong', true].find((it) => !types.some((t) => isOfType(it, t)));
  return value === undefined ? undefined : { value, keyword: 'type' };
}

function removeRequired(place: ObjectPlace): readonly Change[] {
  return requiredIn(place).map((name) => {
    const { [name]: _, ...value } = place.value;
    return { value, pointer: child(place.pointer, name), keyword: 'required' };
  });
}

function requiredIn({ schema, value }: ObjectPlace): readonly string[] {
  return (schema.required ?? []).filter((name) => Object.hasOwn(value, name));
}

function add(place: ObjectPlace, name: string, value: unknown): Change {
  return {
    value: { ...place.value, [name]: value },
    pointer: child(place.pointer, name),
    keyword: 'additionalProperties',
  };
}

function rename(place: ObjectPlace, name: string, pointer: string, keyword: string): Change {
  const other = misnamed(name, place.value);
  const value = Object.fromEntries(
    Object.entries(place.value).map(([key, each]) => [key === name ? other : key, each]),
  );
  return { value, pointer, keyword };
}

/** `createdAt` for `created_at`; a misspelt name where there is no other notation. */
function misnamed(name: string, others: object): string {
  const camel = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return camel === name || camel in others ? `${name}_` : camel;
}

function textOf({ value }: ValidResponse): string {
  return value === undefined ? '' : JSON.stringify(value);
}
