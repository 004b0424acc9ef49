/** Finds the key and the secrets of a request in its response, and the texts of JSON values with their schemas. */
import {
  createRedactor,
  isList,
  pointerTo,
  type Schema,
  stepsOf,
} from '@agent-conversation/contract';
import { credentialsIn, keyScheme, type Operation } from '../contract.ts';
import { type Exchange, type SentRequest } from './exchange.ts';
import { parsedBody } from './parsed-body.ts';
import {
  branchesOf,
  type Element,
  elementAt,
  ruleAt,
  schemaOf,
} from './rules.ts';
import { type RuleViolation, wrong } from './violations.ts';

/** From this length on, a text that has the characters of a secret has them because of the secret. */
const longEnough = 8;

/**
 * The locations at which a response includes the key of the request, or a value of the request that the contract
 * annotates with `x-secret`. Properties of the response with this annotation may have any value, and the
 * whole response may include what the request has elsewhere in clear text.
 */
export function secretViolations(
  operation: Operation | undefined,
  { request, response }: Exchange,
  keyHeader?: string,
): RuleViolation[] {
  const secrets = secretsOf(operation, request, keyHeader);
  if (secrets.length === 0) return [];
  const { status, headers, body } = response;
  const schema = operation && bodySchema(operation, status);
  // The values of a large body are only looked at if its text shows a secret.
  const isInBody = secrets.some(
    ({ text, isIn }) => text.length < longEnough || isIn(body),
  );
  const texts = isInBody ? bodyTexts(body, schema).filter(isOpen) : [];
  const shown = [
    ...[...headers].map(([name, text]) => ({
      location: `header/${name}`,
      text,
    })),
    ...texts.map(({ pointer, text }) => ({ location: `body${pointer}`, text })),
  ];
  return secrets.flatMap(({ name, rule, isIn }) => {
    const message = `must not include ${name} of the request`;
    const disclosing = shown.filter(({ text }) => isIn(text));
    return disclosing.map(({ location }) =>
      wrong('response', location, 'secret', message, rule),
    );
  });
}

/** What no response may include of a request. */
function secretsOf(
  operation: Operation | undefined,
  request: SentRequest,
  keyHeader: string | undefined,
) {
  const texts = bodyTexts(
    request.body,
    operation && bodySchema(operation, 'requestBody'),
  );
  const { pathname, searchParams } = new URL(request.url);
  const open = [
    ...pathname.split('/'),
    ...[...searchParams].flat(),
    ...texts.filter(isOpen).map(({ text }) => text),
  ];
  const rule = ruleAt(`/components/securitySchemes/${keyScheme}`);
  const credentials = credentialsIn(request.headers, keyHeader);
  const keys = Array.from(credentials, (text) => ({
    text,
    name: 'the key',
    rule,
  }));
  // A server may well say what is shorter on its own.
  const properties = texts.flatMap(({ text, isName, secret }) =>
    secret && !isName && text.length >= longEnough
      ? [{ text, name: 'a secret', rule: secret }]
      : [],
  );
  // A finder takes longer to be created than to look at a text: there is one for each secret.
  const secrets = [...keys, ...properties]
    .filter(({ text }) => text !== '')
    .map((secret) => ({ ...secret, isIn: finderOf(secret.text) }));
  return secrets.filter(({ isIn }) => !open.some(isIn));
}

function isOpen({ secret }: Text): boolean {
  return secret === undefined;
}

/**
 * Returns whether a text has a secret in it, in any form that reports remove: as it is, in Base64, percent-encoded or
 * escaped. A short one has to be all of it.
 */
function finderOf(secret: string): (text: string) => boolean {
  if (secret.length < longEnough) return (text) => text === secret;
  const redact = createRedactor([secret]);
  return (text) => text.length >= longEnough && redact(text) !== text;
}

/** The texts of a body; the whole of one that is not JSON. */
function bodyTexts(
  body: string | undefined,
  schema: Element | undefined,
): Text[] {
  const { value, isBroken } = parsedBody(body);
  if (!isBroken) return textsIn(value, schema);
  return [{ pointer: '', text: body! }];
}

/** Names that properties with secrets have, in any notation of words. */
const secretLikeName =
  /(?:api|private|secret|access)[_-]?key$|(?<!page[_-]?)token$|(?:secret|passw(?:or)?d|pwd|passphrase|credentials?)$/i;

/** Whether a text is a value with stars or dots in place of a secret, or too short to be one. */
function isMasked(text: string): boolean {
  return (
    text.length < longEnough ||
    /[*\u2022]{3}|^\W?(?:redacted|hidden|masked)\W?$/i.test(text)
  );
}

/** Returns the texts of a body in properties that the contract does not list, and that are named like secrets. */
export function secretsByName(texts: readonly Text[]): Text[] {
  return texts.filter(({ text, pointer, isName, schema, secret }) => {
    if (isName || schema || secret || isMasked(text)) return false;
    const name = stepsOf(pointer).findLast((step) => !/^\d+$/.test(step)) ?? '';
    return secretLikeName.test(name);
  });
}

/** Returns the schema of a body; undefined if the contract declares none. */
export function bodySchema(
  { pointer, requestBody, responses }: Operation,
  part: 'requestBody' | number,
): Element | undefined {
  if (!(part === 'requestBody' ? requestBody : responses[part]))
    return undefined;
  const message = part === 'requestBody' ? part : `responses/${part}`;
  return elementAt(`${pointer}/${message}/content/application~1json/schema`);
}

/** A text in a JSON value: a value, or the name of a property. */
export interface Text {
  /** The location, as a JSON Pointer (RFC 6901). */
  readonly pointer: string;
  readonly text: string;
  readonly isName?: boolean;
  /** The schema of a value; undefined for names and where there is none. */
  readonly schema?: Element | undefined;
  /** The part of the contract that annotates it, or what it is in, with `x-secret`. */
  readonly secret?: Element | undefined;
}

/**
 * Returns the texts of a JSON value, the outer ones first. The value may be nested as deep as it likes.
 *
 * @param schema of the value; undefined if it has none
 * @param most how many values are looked at; by default all
 */
export function textsIn(
  value: unknown,
  schema: Element | undefined,
  most: number = Infinity,
): Text[] {
  const texts: Text[] = [];
  const parts = [
    {
      value,
      pointer: '',
      declared: schema,
      outer: undefined as Element | undefined,
    },
  ];
  // The list grows in the loop.
  for (const { value: part, pointer, declared, outer } of parts) {
    const isSecret = ({ value: branch }: Element) =>
      (branch as Schema)['x-secret'];
    const secret = outer ?? (declared && branchesOf(declared).find(isSecret));
    if (typeof part === 'string')
      texts.push({ pointer, text: part, schema: declared, secret });
    if (typeof part !== 'object' || part === null) continue;
    // Lists are not copied: they can have hundreds of thousands of items.
    const steps = isList(part) ? part.keys() : Object.keys(part);
    for (const step of steps) {
      if (parts.length >= most) break;
      const name = String(step);
      // Joined and not written whole: the value may be nested thousands of levels deep.
      const at = pointer + pointerTo('', name);
      if (typeof step === 'string')
        texts.push({ pointer: at, text: name, isName: true, secret });
      parts.push({
        value: (part as Record<string, unknown>)[name],
        pointer: at,
        declared: declared && schemaOf(declared, name),
        outer: secret,
      });
    }
  }
  return texts;
}
