/** Random requests that the contract allows. */
import { objectOf, textOf, withHyphens } from '@agent-conversation/contract';
import * as fc from 'fast-check';
import { type Operation, resolve } from '../contract.ts';
import { arbitrary, text } from './arbitrary.ts';
import { type Call, hindranceIn, percentEncoded, sentAs } from './calls.ts';

/** A call with all that it sends but the key, and with the value of its body, if the operation has one. */
export type RandomRequest = Call &
  Required<Pick<Call, 'path' | 'query' | 'headers'>> & {
    readonly value: unknown;
  };

/** What a server has returned so far, for requests to name it: ids, and cursors of pages. */
export type Known = Readonly<
  Record<'sandboxes' | 'specs' | 'conversations' | 'pages', string[]>
>;

export function nothingKnown(): Known {
  return { sandboxes: [], specs: [], conversations: [], pages: [] };
}

/** The properties with ids in what operations return: an object, a list of them, or a page. */
const returnedIds: Readonly<
  Record<string, Readonly<Record<string, keyof Known>>>
> = {
  startSandbox: { id: 'sandboxes' },
  searchSandboxes: { id: 'sandboxes' },
  searchSandboxSpecs: { id: 'specs' },
  startAppConversation: {
    sandbox_id: 'sandboxes',
    app_conversation_id: 'conversations',
  },
  listAppConversations: { id: 'conversations' },
  createConversation: { conversation_id: 'conversations' },
};

/** Takes the ids from the body of a response with status 200. */
export function learn(known: Known, operationId: string, body: unknown): void {
  const { items = body, next_page_id: page } = objectOf(body);
  const add = (kind: keyof Known, id: unknown) => {
    const isUsable = typeof id === 'string' && hindranceIn(id) === undefined;
    if (isUsable && !known[kind].includes(id)) known[kind].push(id);
  };
  const objects = [items].flat();
  for (const [name, kind] of Object.entries(returnedIds[operationId] ?? {})) {
    // Also the oldest sandbox: it is from before the run, and may have broken down.
    for (const at of [0, -1]) add(kind, objectOf(objects.at(at))[name]);
  }
  add('pages', page);
}

/**
 * Returns valid requests of an operation. Ids are made up, or taken from what is known when the request is
 * made.
 *
 * @param sandbox the only sandbox that a path names; by default any
 */
export function validRequests(
  operation: Operation,
  known: Known,
  sandbox?: string,
): fc.Arbitrary<RandomRequest> {
  const any = valuesByName(known);
  const values =
    sandbox === undefined ? any : { ...any, sandbox_id: fc.constant(sandbox) };
  return fc
    .tuple(
      paths(operation, values),
      queries(operation, values),
      bodies(operation, values),
    )
    .map(([path, query, sent]) => ({ operation, path, query, ...sent }));
}

type Values = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Values of parameters and properties, mostly known ones if there are any. */
function valuesByName({
  sandboxes,
  specs,
  conversations,
  pages,
}: Known): Values {
  // Servers can reject what is no UUID, although the schema allows it.
  const uuid = mostlyOf(conversations, fc.uuid({ version: 4 }));
  const conversation_id = fc.tuple(uuid, fc.boolean()).map(formatId);
  return {
    sandbox_id: mostlyOf(sandboxes, text),
    sandbox_spec_id: mostlyOf(specs, text),
    conversation_id,
    parent_conversation_id: conversation_id,
    // Fewer than 100: some deployments fail with exactly 100.
    ids: fc.array(conversation_id, { minLength: 1, maxLength: 4 }),
    // For an unknown cursor, servers return the first page.
    page_id: mostlyOf(pages, text),
  };
}

function mostlyOf(known: readonly string[], otherwise: fc.Arbitrary<string>) {
  return fc
    .tuple(fc.nat(3), fc.nat(), otherwise)
    .map(([way, at, made]) =>
      way === 0 ? made : (known[at % known.length] ?? made),
    );
}

function paths({ path }: Operation, values: Values): fc.Arbitrary<string> {
  const parts = path.split(/\{(\w+)\}/).map((part, index) => {
    // Every second part is the name of a parameter.
    if (index % 2 === 0) return fc.constant(part);
    return fc.tuple(values[part] ?? text, fc.nat(5)).map(([made, way]) => {
      const id = made as string;
      // An empty segment is another path, and a dot segment is removed before the request is sent.
      return encoded(/^\.{0,2}$/.test(id) ? 'sbx' : id, way === 5);
    });
  });
  return fc.tuple(...parts).map((all) => all.join(''));
}

/** Percent-encodes what has to be, or every byte. */
function encoded(value: string, everything = false): string {
  return everything
    ? Buffer.from(value).toString('hex').replaceAll(/../g, '%$&')
    : percentEncoded(value);
}

function queries(
  { parameters }: Operation,
  values: Values,
): fc.Arbitrary<string[]> {
  const inQuery = parameters.filter((it) => it.in === 'query');
  const pairsOf = inQuery.map(({ name, schema }) => {
    // Seldom without ids: the response then has every conversation of the run.
    const often = { nil: [], freq: name === 'ids' ? 20 : 3 };
    return fc
      .option(values[name] ?? arbitrary(schema), often)
      .map((value) =>
        [value].flat().map((it) => `${name}=${encoded(textOf(it))}`),
      );
  });
  return fc.tuple(fc.tuple(...pairsOf), fc.nat(20)).map(([pairs, way]) => {
    // Unlisted parameters are ignored, and a space can be a plus.
    if (way === 20) return [...pairs.flat(), 'unlisted=1'];
    return way >= 15
      ? pairs.flat().map((pair) => pair.replaceAll('%20', '+'))
      : pairs.flat();
  });
}

type Sent = Pick<RandomRequest, 'headers' | 'body' | 'value'>;

const nothing = fc.constant<Sent>({
  headers: {},
  body: undefined,
  value: undefined,
});

const contentTypes = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'Application/JSON; charset="utf-8"',
);

function bodies(operation: Operation, values: Values): fc.Arbitrary<Sent> {
  const { method, requestBody, path } = operation;
  if (!requestBody) {
    if (method === 'get' || !path.includes('{')) return nothing;
    // Pausing and resuming ignore a body (decision D28).
    const ignored = fc.tuple(
      fc.constantFrom('text/plain', 'application/json'),
      text,
    );
    const some = ignored.map(([type, content]) => ({
      ...sentAs(type, content),
      value: undefined,
    }));
    return fc.oneof({ weight: 6, arbitrary: nothing }, some);
  }
  const { schema } = requestBody;
  const names = Object.keys(resolve(schema).properties ?? {}).filter(
    (name) => name in values,
  );
  const named = fc.record(
    Object.fromEntries(names.map((name) => [name, values[name]!])),
  );
  const some = fc
    .tuple(arbitrary(schema), named, contentTypes, fc.nat(9))
    .map(([made, known, type, way]) => {
      const others = objectOf(made);
      const knownIds = Object.entries(known).filter(
        ([name]) => typeof others[name] === 'string',
      );
      const value = { ...others, ...Object.fromEntries(knownIds) };
      return { ...sentAs(type, serialized(value, way)), value };
    });
  return requestBody.required
    ? some
    : fc.oneof({ weight: 12, arbitrary: some }, nothing);
}

/** The id of a conversation, with hyphens or as 32 digits: both forms are equal. */
export function formatId([id, hyphenated]: readonly [
  id: string,
  hyphenated: boolean,
]): string {
  const digits = conversationId(id);
  return hyphenated ? withHyphens(digits) : digits;
}

/** The id of a conversation in the form that responses have. */
export function conversationId(id: string): string {
  return id.replaceAll('-', '').toLowerCase();
}

/** JSON in one of the ways in which it may be written (RFC 8259, section 2). */
function serialized(value: unknown, way: number): string {
  if (way === 9) return ` \r\n${JSON.stringify(value, null, '\t')}\n`;
  const plain = JSON.stringify(value);
  const escape = (unit: string) =>
    `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return way === 8 ? plain.replaceAll(/[^\0-~]/g, escape) : plain;
}
