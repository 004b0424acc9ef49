/** Random requests that the contract allows. */
import { objectOf } from '@agent-conversation/contract';
import * as fc from 'fast-check';
import type { Operation } from '../contract.ts';
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

/** What a server has returned so far, for requests to name it: ids, and cursors of pages. */
export type Known = Readonly<Record<'sandboxes' | 'specs' | 'conversations' | 'pages', string[]>>;

export function nothingKnown(): Known {
  return { sandboxes: [], specs: [], conversations: [], pages: [] };
}

/** The properties with ids in what operations return: an object, a list of them, or a page. */
const returnedIds: Readonly<Record<string, Readonly<Record<string, keyof Known>>>> = {
  startSandbox: { id: 'sandboxes' },
  searchSandboxes: { id: 'sandboxes' },
  searchSandboxSpecs: { id: 'specs' },
  startAppConversation: { sandbox_id: 'sandboxes', app_conversation_id: 'conversations' },
  listAppConversations: { id: 'conversations' },
  createConversation: { conversation_id: 'conversations' },
};

/** Takes the ids from the body of a response with status 200. */
export function learn(known: Known, operationId: string, body: unknown): void {
  const { items = body, next_page_id: page } = objectOf(body);
  const objects = [items].flat().map(objectOf);
  const found = Object.entries(returnedIds[operationId] ?? {}).flatMap(([name, kind]) =>
    // Also the oldest sandbox: it is from before the run, and may have broken down.
    [objects.at(0), objects.at(-1)].map((object) => [kind, object?.[name]] as const),
  );
  for (const [kind, id] of [...found, ['pages', page] as const]) {
    if (typeof id === 'string' && !known[kind].includes(id)) known[kind].push(id);
  }
}

export const keyHeader = 'X-Session-API-Key';

/** The bytes of a text. */
export function bytes(content: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(content);
}

/**
 * Returns valid requests of an operation. Ids are made up, or taken from what is known when the request is
 * made.
 */
export function validRequests(operation: Operation, known: Known): fc.Arbitrary<RandomRequest> {
  return fc
    .tuple(paths(operation, known), queries(operation, known), bodies(operation, known))
    .map(([path, query, sent]) => {
      return { operation, method: operation.method.toUpperCase(), path, query, ...sent };
    });
}

/** One of the known ids, or something else as long as there is none. */
function oneOf<T>(ids: readonly string[], otherwise: fc.Arbitrary<T>) {
  return fc.tuple(fc.nat(), otherwise).map(([n, made]) => ids[n % ids.length] ?? made);
}

/** Most of the time one of the known ids. */
function mostlyOf<T>(ids: readonly string[], otherwise: fc.Arbitrary<T>) {
  return fc.oneof({ weight: 3, arbitrary: oneOf(ids, otherwise) }, otherwise);
}

function paths({ path }: Operation, known: Known): fc.Arbitrary<string> {
  // An empty segment is another path, and a dot segment is removed before the request is sent.
  const made = text.map((id) => (['', '.', '..'].includes(id) ? 'sbx' : id));
  const parts = path.split(/(\{\w+\})/).map((part) => {
    if (!part.startsWith('{')) return fc.constant(part);
    const ids = part === '{sandbox_id}' ? mostlyOf(known.sandboxes, made) : made;
    return fc.tuple(ids, fc.nat(5)).map(([id, way]) => encoded(id, way === 5));
  });
  return fc.tuple(...parts).map((all) => all.join(''));
}

/** Percent-encodes what has to be, or every byte. */
function encoded(value: string, everything = false): string {
  return everything
    ? Buffer.from(value).toString('hex').replaceAll(/../g, '%$&')
    : encodeURIComponent(value);
}

function queries(operation: Operation, known: Known): fc.Arbitrary<string[]> {
  const values: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    // For an unknown cursor, servers return the first page.
    page_id: mostlyOf<string | undefined>(known.pages, text),
    sandbox_spec_id: mostlyOf(known.specs, text),
    // Fewer than 100: some deployments fail with exactly 100.
    ids: fc.array(conversationIds(known.conversations), { minLength: 1, maxLength: 4 }),
  };
  const parameters = operation.parameters
    .filter((it) => it.in === 'query')
    .map(({ name, schema }) =>
      fc
        // Seldom without ids: the response then has every conversation of the run.
        .option(values[name] ?? arbitrary(schema), {
          nil: undefined,
          freq: name === 'ids' ? 20 : 3,
        })
        .map((value) =>
          [value ?? []].flat().map((it) => `${name}=${encoded(`${it as string | number}`)}`),
        ),
    );
  return fc.tuple(fc.tuple(...parameters), fc.nat(20)).map(([pairs, way]) => {
    // Unlisted parameters are ignored, and a space can be a plus.
    if (way === 20) return [...pairs.flat(), 'unlisted=1'];
    return way >= 15 ? pairs.flat().map((pair) => pair.replaceAll('%20', '+')) : pairs.flat();
  });
}

type Sent = Pick<RandomRequest, 'headers' | 'body' | 'value'>;

const nothing = fc.constant<Sent>({ headers: {}, body: undefined, value: undefined });

function sentAs(type: string, body: string, value?: unknown): Sent {
  return { headers: { 'Content-Type': type }, body: bytes(body), value };
}

const contentTypes = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'Application/JSON; charset="utf-8"',
);

function bodies(operation: Operation, known: Known): fc.Arbitrary<Sent> {
  const { method, requestBody, path } = operation;
  if (!requestBody) {
    if (method === 'get' || !path.includes('{')) return nothing;
    // Pausing and resuming ignore a body (decision D28).
    const ignored = fc.tuple(fc.constantFrom('text/plain', 'application/json'), text);
    const some = ignored.map(([type, content]) => sentAs(type, content));
    return fc.oneof({ weight: 6, arbitrary: nothing }, some);
  }
  // Servers can reject what is no UUID, although the schema allows it.
  const ids = fc.record<Readonly<Record<string, string | undefined>>>({
    sandbox_id: mostlyOf(known.sandboxes, fc.constant(undefined)),
    conversation_id: conversationIds(known.conversations),
    parent_conversation_id: conversationIds(known.conversations),
  });
  const { schema } = requestBody.content['application/json']!;
  const some = fc
    .tuple(arbitrary(schema), ids, contentTypes, fc.nat(9))
    .map(([made, named, type, way]) => {
      const entries = Object.entries(made as object).map(([name, it]: [string, unknown]) => [
        name,
        typeof it === 'string' && Object.hasOwn(named, name) ? (named[name] ?? it) : it,
      ]);
      const value = Object.fromEntries(entries) as unknown;
      return sentAs(type, serialized(value, way), value);
    });
  return requestBody.required ? some : fc.oneof({ weight: 12, arbitrary: some }, nothing);
}

/** Known ids of conversations, or made-up ones, in both forms. */
function conversationIds(known: readonly string[]): fc.Arbitrary<string> {
  return fc.tuple(mostlyOf(known, fc.uuid({ version: 4 })), fc.boolean()).map(formatId);
}

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
