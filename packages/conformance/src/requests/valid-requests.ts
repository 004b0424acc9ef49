/** Random requests that the contract allows. */
import * as fc from 'fast-check';
import type { Operation, Parameter, Schema } from '../contract.ts';
import { arbitrary, text } from './arbitrary.ts';

/** A request as it is sent. */
export interface RandomRequest {
  readonly operation: Operation;
  readonly method: string;
  /** Percent-encoded. */
  readonly path: string;
  /** Percent-encoded pairs such as `limit=5`. */
  readonly query: readonly string[];
  /** Others than the key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | undefined;
  /** The value of the body, if the operation has one. */
  readonly value: unknown;
}

/** What a server has returned so far, for requests to name it. */
export interface Known {
  readonly sandboxes: string[];
  readonly specs: string[];
  /** Ids of V1 conversations. */
  readonly conversations: string[];
  /** Ids of legacy conversations. */
  readonly legacy: string[];
  /** By the operation that returned them. */
  readonly pages: Readonly<Record<string, string[]>>;
}

export function nothingKnown(): Known {
  const pages = { searchSandboxes: [], searchSandboxSpecs: [] };
  return { sandboxes: [], specs: [], conversations: [], legacy: [], pages };
}

/** The properties of responses that are ids, all of them together. */
interface Returned {
  readonly id?: string;
  readonly sandbox_id?: string | null;
  readonly app_conversation_id?: string | null;
  readonly conversation_id?: string;
  readonly items?: readonly Returned[];
  readonly next_page_id?: string | null;
}

/** Takes the ids from the body of a response with status 200. */
export function learn(known: Known, operationId: string, body: unknown): void {
  const returned = body as Returned;
  const ends = [returned.items?.at(0)?.id, returned.items?.at(-1)?.id];
  switch (operationId) {
    case 'startSandbox':
      return remember(known.sandboxes, returned.id);
    case 'startAppConversation':
      remember(known.sandboxes, returned.sandbox_id);
      return remember(known.conversations, returned.app_conversation_id);
    case 'createConversation':
      return remember(known.legacy, returned.conversation_id);
    case 'listAppConversations':
      return remember(known.conversations, (body as readonly (Returned | null)[])[0]?.id);
    case 'searchSandboxes':
    case 'searchSandboxSpecs':
      // The oldest sandbox, too: it is from before the run, and may have broken down.
      remember(operationId === 'searchSandboxes' ? known.sandboxes : known.specs, ...ends);
      return remember(known.pages[operationId]!, returned.next_page_id);
    default:
  }
}

const memory = 200;

function remember(ids: string[], ...found: readonly (string | null | undefined)[]): void {
  for (const id of found) if (id && !ids.includes(id) && ids.push(id) > memory) ids.shift();
}

export const keyHeader = 'X-Session-API-Key';

const encoder = new TextEncoder();

/** The bytes of a text. */
export function bytes(content: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(content);
}

/**
 * Returns valid requests of an operation. Ids are made up, or taken from what is known when the request is
 * made.
 */
export function validRequests(operation: Operation, known: Known): fc.Arbitrary<RandomRequest> {
  const base = fc.record({ path: paths(operation, known), query: queries(operation, known) });
  const method = operation.method.toUpperCase();
  return fc.tuple(base, bodies(operation, known)).map(([parts, { type, body, value }]) => {
    const headers = type === undefined ? {} : { 'Content-Type': type };
    return { operation, method, ...parts, headers, body, value };
  });
}

/** One of the known ids, or something else as long as there is none. */
function oneOf<T>(ids: readonly string[], otherwise: fc.Arbitrary<T>) {
  return fc.tuple(fc.nat(), otherwise).map(([n, made]) => ids[n % ids.length] ?? made);
}

function parametersIn({ parameters }: Operation, place: Parameter['in']): Parameter[] {
  return parameters.filter((it) => it.in === place);
}

function paths(operation: Operation, known: Known): fc.Arbitrary<string> {
  const names = parametersIn(operation, 'path').map(({ name }) => name);
  // An empty segment is another path, and a dot segment is removed before the request is sent.
  const made = text.map((id) => (['', '.', '..'].includes(id) ? 'sbx' : id));
  const sandboxes = fc.oneof({ weight: 3, arbitrary: oneOf(known.sandboxes, made) }, made);
  const ids = names.map((name) => (name === 'sandbox_id' ? sandboxes : made));
  return fc
    .tuple(fc.tuple(...ids), fc.nat(5))
    .map(([values, way]) =>
      names.reduce(
        (path, name, at) => path.replace(`{${name}}`, () => encoded(values[at]!, way === 5)),
        operation.path,
      ),
    );
}

/** Percent-encodes what has to be, or every byte. */
function encoded(value: string, everything = false): string {
  return everything
    ? Buffer.from(value).toString('hex').replaceAll(/../g, '%$&')
    : encodeURIComponent(value);
}

function queries(operation: Operation, known: Known): fc.Arbitrary<string[]> {
  const parameters = parametersIn(operation, 'query').map((parameter) => {
    const { name } = parameter;
    // Seldom without ids: the response then has every conversation of the run.
    const options = { nil: undefined, freq: name === 'ids' ? 20 : 3 };
    return fc
      .option(queryValues(operation, parameter, known), options)
      .map((value) =>
        [value ?? []].flat().map((it) => `${name}=${encoded(`${it as string | number}`)}`),
      );
  });
  return fc.tuple(fc.tuple(...parameters), fc.nat(20)).map(([pairs, way]) => {
    // Unlisted parameters are ignored, and a space can be a plus.
    if (way === 20) return [...pairs.flat(), 'unlisted=1'];
    return way >= 15 ? pairs.flat().map((pair) => pair.replaceAll('%20', '+')) : pairs.flat();
  });
}

/** Values of a parameter; undefined or null leaves it out. */
function queryValues(
  { operationId }: Operation,
  { name, schema }: Parameter,
  known: Known,
): fc.Arbitrary<unknown> {
  switch (name) {
    case 'page_id':
      // For an unknown cursor, servers return the first page.
      return fc.oneof(
        { weight: 4, arbitrary: oneOf(known.pages[operationId] ?? [], fc.constant(undefined)) },
        text,
      );
    case 'sandbox_spec_id':
      return fc.oneof({ weight: 3, arbitrary: oneOf(known.specs, text) }, arbitrary(schema));
    case 'ids':
      // Fewer than 100: some deployments fail with exactly 100.
      return fc.array(fc.tuple(oneOf(known.conversations, uuids), fc.boolean()).map(formatId), {
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
  const isBare = method === 'get' || parametersIn(operation, 'path').length === 0;
  if (isBare) return fc.constant(nothing);
  // Pausing and resuming ignore a body (decision D28).
  const ignored = fc.tuple(fc.constantFrom('text/plain', 'application/json'), text);
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(nothing) },
    ignored.map(([type, content]) => ({ type, body: bytes(content), value: undefined })),
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
    .tuple(arbitrary(schema), contentTypes, fc.nat(), fc.nat(9), uuids)
    .map(([made, type, pick, way, uuid]) => {
      const value = withKnownIds(made as object, operationId, known, pick, uuid);
      return { type, body: bytes(serialized(value, way)), value };
    });
}

/** The same body, most of the time with known ids in place of made-up ones. */
function withKnownIds(
  body: Readonly<Record<string, unknown>> | object,
  operationId: string,
  known: Known,
  pick: number,
  uuid: string,
): unknown {
  const named = (name: string, ids: readonly string[], otherwise?: string) => {
    const id = pick % 5 > 0 ? (ids[pick % ids.length] ?? otherwise) : otherwise;
    const { [name]: given } = body as Readonly<Record<string, unknown>>;
    return typeof given === 'string' && id !== undefined ? { [name]: id } : {};
  };
  // Servers can reject what is no UUID, although the schema allows it.
  const conversation = (name: string, ids: readonly string[]) => {
    const { [name]: id } = named(name, ids, uuid);
    return id === undefined ? {} : { [name]: formatId([id, pick % 3 > 0]) };
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
export function formatId([id, hyphenated]: readonly [id: string, hyphenated: boolean]): string {
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
function serialized(value: unknown, way: number): string {
  if (way === 9) return ` \r\n${JSON.stringify(value, null, '\t')}\n`;
  const plain = JSON.stringify(value);
  if (way !== 8) return plain;
  return plain.replaceAll(
    /[^\0-~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
