import type { Operation } from '../contract.ts';
import type { Violation } from './violation.ts';
import { type Place, placeAt } from './contract-place.ts';
import type { Answer, Exchange, SentRequest } from './exchange.ts';
import { readBody } from './message.ts';
import { type Rule, ruleAt, ruleOf } from './rule.ts';
import { keyHeaders } from './security.ts';
import { type Text, textsIn } from './texts.ts';

/** Something of a request that no answer may show. */
interface Secret {
  readonly text: string;
  /** What it is, in words. */
  readonly name: string;
  readonly rule: Rule;
}

/** From this length on, a text that has the characters of a secret has them because of the secret. */
const longEnough = 8;

/**
 * The places in which an answer shows the key of the request, or a value of the request that the contract
 * marks with `x-secret`. Members of the answer that are marked so themselves may show anything, and the
 * whole answer may show what the request says elsewhere in the open.
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
  const texts = textsIn(value, operation && schemaOf(operation, 'requestBody'));
  const open = [
    ...addressTexts(request.url),
    ...(isBroken ? [request.body ?? ''] : texts.filter(isOpen).map(({ text }) => text)),
  ];
  const keys = keyHeaders.map(({ scheme, name }) => ({
    text: request.headers.get(name) ?? '',
    name: 'the key',
    rule: ruleAt('components', 'securitySchemes', scheme),
  }));
  // A server may well say what is shorter on its own.
  const members = texts.flatMap(({ text, isName, secret }) =>
    secret && !isName && text.length >= longEnough
      ? [{ text, name: 'a secret', rule: ruleOf(secret) }]
      : [],
  );
  return [...keys, ...members].filter(
    ({ text }) => text !== '' && !open.some((said) => shows(said, text)),
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

function addressTexts(url: string): string[] {
  const { pathname, searchParams } = new URL(url);
  return [...pathname.split('/'), ...[...searchParams].flat()];
}

type Shown = Pick<Violation, 'part' | 'pointer'> & { readonly text: string };

function headerTexts({ headers }: Answer): Shown[] {
  return [...headers].map(([name, text]) => ({ part: 'header', pointer: `/${name}`, text }));
}

function bodyTexts(operation: Operation | undefined, { status, body }: Answer): Shown[] {
  const { value, isBroken } = readBody(body);
  if (isBroken) return [{ part: 'body', pointer: '', text: body }];
  const schema = operation && schemaOf(operation, 'responses', `${status}`);
  return textsIn(value, schema)
    .filter(isOpen)
    .map(({ pointer, text }) => ({ part: 'body', pointer, text }));
}

/** Where the schema of a body stands; undefined where the contract declares none. */
function schemaOf(
  { path, method, requestBody, responses }: Operation,
  ...steps: readonly [part: 'requestBody'] | readonly [part: 'responses', status: string]
): Place | undefined {
  const [, status] = steps;
  const isDeclared = status === undefined ? requestBody : responses[status];
  if (!isDeclared) return undefined;
  return placeAt('paths', path, method, ...steps, 'content', 'application/json', 'schema');
}
