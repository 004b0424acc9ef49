/** Finds the key and the secrets of a request in its response, and the texts of JSON values with their schemas. */
import { pointerTo } from '@agent-conversation/contract';
import type { Operation, Schema } from '../contract.ts';
import { type Answer, type Exchange, readBody, type SentRequest } from './exchange.ts';
import {
  branchesOf,
  type Element,
  elementAt,
  followed,
  type Rule,
  ruleAt,
  schemaOf,
} from './rules.ts';
import { keyHeaders, type Violation } from './violations.ts';

/** Something of a request that no response may include. */
interface Secret {
  readonly text: string;
  /** What it is, in words. */
  readonly name: string;
  readonly rule: Rule;
}

/** From this length on, a text that has the characters of a secret has them because of the secret. */
const longEnough = 8;

/**
 * The locations at which a response includes the key of the request, or a value of the request that the contract
 * annotates with `x-secret`. Properties of the response with this annotation may have any value, and the
 * whole response may include what the request has elsewhere in clear text.
 */
export function secretViolations(
  operation: Operation | undefined,
  { request, answer }: Exchange,
): Violation[] {
  const secrets = secretsOf(operation, request);
  if (secrets.length === 0) return [];
  const shown = [...headerTexts(answer), ...bodyTexts(operation, answer)];
  return secrets.flatMap(({ text, name, rule }) =>
    shown
      .filter((it) => shows(it.text, text))
      .map(({ part, pointer }) => {
        const message = `must not include ${name} of the request`;
        return { side: 'answer', part, pointer, keyword: 'secret', message, rule };
      }),
  );
}

function secretsOf(operation: Operation | undefined, request: SentRequest): Secret[] {
  const { value, isBroken } = readBody(request.body);
  const texts = textsIn(value, operation && bodySchema(operation, 'requestBody'));
  const { pathname, searchParams } = new URL(request.url);
  const open = [
    ...pathname.split('/'),
    ...[...searchParams].flat(),
    ...(isBroken ? [request.body ?? ''] : texts.filter(isOpen).map(({ text }) => text)),
  ];
  const keys = keyHeaders.map(({ scheme, name }) => ({
    text: request.headers.get(name) ?? '',
    name: 'the key',
    rule: ruleAt('components', 'securitySchemes', scheme),
  }));
  // A server may well say what is shorter on its own.
  const properties = texts.flatMap(({ text, isName, secret }) =>
    secret && !isName && text.length >= longEnough
      ? [{ text, name: 'a secret', rule: secret }]
      : [],
  );
  return [...keys, ...properties].filter(
    ({ text }) => text !== '' && !open.some((it) => shows(it, text)),
  );
}

function isOpen({ secret }: Text): boolean {
  return secret === undefined;
}

/** Whether a text has a secret in it, as it is or percent-encoded; a short one has to be all of it. */
function shows(text: string, secret: string): boolean {
  if (secret.length < longEnough) return text === secret;
  return text.includes(secret) || text.includes(encodeURIComponent(Buffer.from(secret).toString()));
}

type Shown = Pick<Violation, 'part' | 'pointer'> & { readonly text: string };

function headerTexts({ headers }: Answer): Shown[] {
  return [...headers].map(([name, text]) => ({ part: 'header', pointer: `/${name}`, text }));
}

function bodyTexts(operation: Operation | undefined, { status, body }: Answer): Shown[] {
  const { value, isBroken } = readBody(body);
  if (isBroken) return [{ part: 'body', pointer: '', text: body }];
  const schema = operation && bodySchema(operation, 'responses', `${status}`);
  return textsIn(value, schema)
    .filter(isOpen)
    .map(({ pointer, text }) => ({ part: 'body', pointer, text }));
}

/** Returns the schema of a body; undefined if the contract declares none. */
export function bodySchema(
  { path, method, requestBody, responses }: Operation,
  ...steps: readonly [part: 'requestBody'] | readonly [part: 'responses', status: string]
): Element | undefined {
  const [, status] = steps;
  if (!(status === undefined ? requestBody : responses[status])) return undefined;
  const declared = elementAt('paths', path, method, ...steps);
  return 'content' in followed(declared).value
    ? elementAt('paths', path, method, ...steps, 'content', 'application/json', 'schema')
    : undefined;
}

/** A text in a JSON value: a value, or the name of a property. */
export interface Text {
  /** The location, as a JSON Pointer (RFC 6901). */
  readonly pointer: string;
  readonly text: string;
  readonly isName: boolean;
  /** The schema of a value; undefined for names and where there is none. */
  readonly schema: Element | undefined;
  /** The part of the contract that annotates it, or what it is in, with `x-secret`. */
  readonly secret: Element | undefined;
}

/**
 * Returns all texts of a JSON value, the outer ones first. The value may be nested as deep as it likes.
 *
 * @param schema of the value; undefined if it has none
 */
export function textsIn(value: unknown, schema: Element | undefined): Text[] {
  const found: Text[] = [];
  const parts: (Pick<Text, 'pointer' | 'schema' | 'secret'> & { readonly value: unknown })[] = [
    { value, pointer: '', schema, secret: undefined },
  ];
  // The list grows in the loop.
  for (const part of parts) {
    const secret = part.secret ?? (part.schema && annotatedIn(part.schema));
    if (typeof part.value === 'string') {
      const { pointer, value: text } = part;
      found.push({ pointer, text, isName: false, schema: part.schema, secret });
    } else if (typeof part.value === 'object' && part.value !== null) {
      for (const [name, inner] of Object.entries(part.value)) {
        // Joined and not written whole: the value may be nested thousands of levels deep.
        const pointer = part.pointer + pointerTo('', name);
        if (!Array.isArray(part.value)) {
          found.push({ pointer, text: name, isName: true, schema: undefined, secret });
        }
        const known = part.schema && schemaOf(part.schema, name);
        parts.push({ value: inner, pointer, schema: known, secret });
      }
    }
  }
  return found;
}

function annotatedIn(schema: Element): Element | undefined {
  return branchesOf(schema).find(({ value }) => (value as Schema)['x-secret']);
}
