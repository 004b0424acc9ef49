import * as fc from 'fast-check';
import { arbitrary } from './arbitrary.ts';
import { type Operation, type Parameter, resolve, type Schema } from '../contract.ts';
import type { Known } from './known.ts';
import { text } from './random-text.ts';

/** A request as it is sent. */
export interface RandomRequest {
  readonly operation: Operation;
  readonly method: string;
  /** Percent-encoded. */
  readonly path: string;
  /** Percent-encoded pairs such as `limit=5`. */
  readonly query: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | undefined;
  /** What the body stands for, where it is the one that the operation takes. */
  readonly value: unknown;
}

/** The largest body that is taken, in bytes. */
export const sizeLimit = 1024 * 1024;

export const keyHeader = 'X-Session-API-Key';

const encoder = new TextEncoder();

/** The bytes of a text. */
export function bytes(content: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(content);
}

/** The address of a request. */
export function urlOf({ path, query }: RandomRequest): string {
  return `http://mock${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

/**
 * Valid requests of one operation. Ids are made up, or taken from what is known at the time at which the
 * request is made.
 */
export function validRequests(operation: Operation, known: Known): fc.Arbitrary<RandomRequest> {
  const base = fc.record({
    path: paths(operation, known),
    query: queries(operation, known),
    headers,
  });
  const method = operation.method.toUpperCase();
  return fc.tuple(base, bodies(operation, known)).map(([{ path, query, headers: own }, sent]) => ({
    operation,
    method,
    path,
    query,
    headers: sent.type === undefined ? own : { ...own, 'Content-Type': sent.type },
    body: sent.body,
    value: sent.value,
  }));
}

/** One of the known ids, or something else as long as there is none. */
function oneOf<T>(ids: readonly string[], otherwise: fc.Arbitrary<T>) {
  return fc.tuple(fc.nat(), otherwise).map(([n, made]) => ids[n % ids.length] ?? made);
}

const headers: fc.Arbitrary<Record<string, string>> = fc
  .tuple(
    fc.oneof(
      fc.constantFrom('KEY-any', 'KEY- with blanks', 'KEY-\u00e9', `KEY-${'long'.repeat(100)}`),
      fc.nat().map((n) => `KEY-${n}`),
    ),
    fc.oneof(
      { weight: 2, arbitrary: fc.constant(undefined) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          'application/json',
          '*/*',
          'application/*',
          'APPLICATION/JSON',
          'text/html, */*;q=0.1',
          'application/xml;q=0.9, application/json;q=0.5',
          'text/plain;q=0,application/json',
        ),
      },
    ),
  )
  .map(([key, accept]) => ({
    [keyHeader]: key,
    ...(accept === undefined ? {} : { Accept: accept }),
  }));

function parametersOf(operation: Operation, place: Parameter['in']): Parameter[] {
  return (operation.parameters ?? []).map(resolve<Parameter>).filter((it) => it.in === place);
}

function paths(operation: Operation, known: Known): fc.Arbitrary<string> {
  const names = parametersOf(operation, 'path').map(({ name }) => name);
  if (names.length === 0) return fc.constant(operation.path);
  // An empty segment is another path, and a dot segment is taken away before the request is sent.
  const made = text.map((id) => (['', '.', '..'].includes(id) ? 'sbx' : id));
  const ids = names.map((name) =>
    name === 'sandbox_id'
      ? fc.oneof({ weight: 3, arbitrary: oneOf(known.sandboxes, made) }, made)
      : made,
  );
  return fc.tuple(fc.tuple(...ids), fc.nat(5)).map(([values, way]) => {
    const segment = (id: string) => encoded(id, way === 5);
    return names.reduce(
      (path, name, at) => path.replace(`{${name}}`, () => segment(values[at]!)),
      operation.path,
    );
  });
}

/** Percent-encoded: what has to be, or every byte. */
function encoded(value: string, everything = false): string {
  if (!everything) return encodeURIComponent(value);
  const hex = [...bytes(value)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`);
  return hex.join('');
}

function queries(operation: Operation, known: Known): fc.Arbitrary<string[]> {
  // Seldom without ids: the answer then has every conversation of the run.
  const parameters = parametersOf(operation, 'query').map((parameter) =>
    fc
      .option(queryValues(operation, parameter, known), {
        nil: undefined,
        freq: parameter.name === 'ids' ? 20 : 3,
      })
      .map((value) =>
        [value ?? []]
          .flat()
          .map((it) => `${parameter.name}=${encoded(`${it as string | number}`)}`),
      ),
  );
  return fc
    .tuple(fc.tuple(...parameters), fc.nat(20))
    .map(([pairs, way]) => spelt(pairs.flat(), way));
}

/** A blank may be a plus, and a parameter that the contract does not list is nobody's business. */
function spelt(pairs: string[], way: number): string[] {
  if (way === 20) return [...pairs, 'unlisted=1'];
  return way >= 15 ? pairs.map((pair) => pair.replaceAll('%20', '+')) : pairs;
}

/** Values of a parameter; undefined or null leaves it out. */
function queryValues(
  operation: Operation,
  { name, schema }: Parameter,
  known: Known,
): fc.Arbitrary<unknown> {
  switch (name) {
    case 'page_id':
      // For an unknown cursor, servers return the first page.
      return fc.oneof(
        {
          weight: 4,
          arbitrary: oneOf(known.pages[operation.operationId] ?? [], fc.constant(undefined)),
        },
        { weight: 1, arbitrary: text },
      );
    case 'sandbox_spec_id':
      return fc.oneof({ weight: 3, arbitrary: oneOf(known.specs, text) }, arbitrary(schema));
    case 'ids':
      // Fewer than 100: some deployments fail with exactly 100.
      return fc.array(fc.tuple(oneOf(known.conversations, uuids), fc.boolean()).map(inAForm), {
        minLength: 1,
        maxLength: 4,
      });
    default:
      return arbitrary(schema);
  }
}

interface Sent {
  readonly type?: string;
  readonly body: Uint8Array<ArrayBuffer> | undefined;
  readonly value: unknown;
}

const nothing: Sent = { body: undefined, value: undefined };

function bodies(operation: Operation, known: Known): fc.Arbitrary<Sent> {
  const { method, requestBody, operationId } = operation;
  if (requestBody) {
    const some = jsonBodies(requestBody.content['application/json']!.schema, operationId, known);
    if (requestBody.required) return some;
    return fc.oneof({ weight: 12, arbitrary: some }, fc.constant(nothing));
  }
  if (method === 'get' || parametersOf(operation, 'path').length === 0) return fc.constant(nothing);
  // Pausing and resuming ignore a body (decision D28).
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(nothing) },
    fc.tuple(fc.constantFrom('text/plain', 'application/json'), text).map(([type, content]) => ({
      type,
      body: bytes(content),
      value: undefined,
    })),
  );
}

const contentTypes = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'Application/JSON; charset="utf-8"',
);

function jsonBodies(schema: Schema, operationId: string, known: Known): fc.Arbitrary<Sent> {
  return fc
    .tuple(arbitrary(schema), contentTypes, fc.nat(), fc.nat(499), uuids)
    .map(([made, type, pick, way, uuid]) => {
      const value = namingKnown(made, operationId, known, pick, uuid);
      return { type, body: bytes(written(value, way)), value };
    });
}

/** The same body, most of the time with ids that are known in the place of made-up ones. */
function namingKnown(
  made: unknown,
  operationId: string,
  known: Known,
  pick: number,
  uuid: string,
): unknown {
  const body = made as Readonly<Record<string, unknown>>;
  const named = (name: string, ids: readonly string[], otherwise?: string) => {
    const id = pick % 5 > 0 ? (ids[pick % ids.length] ?? otherwise) : otherwise;
    return typeof body[name] === 'string' && id !== undefined ? { [name]: id } : {};
  };
  // Servers can reject what is no UUID, although the schema admits it.
  const conversation = (name: string, ids: readonly string[]) => {
    const { [name]: id } = named(name, ids, uuid);
    return id === undefined ? {} : { [name]: inAForm([id, pick % 3 > 0]) };
  };
  if (operationId !== 'startAppConversation') {
    return { ...body, ...conversation('conversation_id', known.legacy) };
  }
  return {
    ...body,
    ...named('sandbox_id', known.sandboxes),
    ...conversation('conversation_id', pick % 2 ? known.conversations : []),
    ...conversation('parent_conversation_id', known.conversations),
  };
}

const uuids = fc.uuid({ version: 4 });

/** The id of a conversation, with hyphens or as 32 digits: both forms are equal. */
export function inAForm([id, hyphenated]: readonly [id: string, hyphenated: boolean]): string {
  const digits = conversationId(id);
  return hyphenated
    ? digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    : digits;
}

/** The id of a conversation in the form that responses have. */
export function conversationId(id: string): string {
  return id.replaceAll('-', '').toLowerCase();
}

/** JSON in one of the ways in which it may be written (RFC 8259, section 2). */
function written(value: unknown, way: number): string {
  if (way > 450) return ` \r\n${JSON.stringify(value, null, '\t')}\n`;
  const plain = JSON.stringify(value);
  if (way > 400) return plain.replaceAll(/[^\0-~]/g, escaped);
  if (way !== 123) return plain;
  return plain + ' '.repeat(Math.max(0, sizeLimit - bytes(plain).length));
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
