/** Decides whether a request is accepted: by the contract, or as an edition does. */
import {
  childOf,
  childrenOf,
  resolve,
  stepsOf,
} from '@agent-conversation/contract';
import type { OperationId, Violation } from '@agent-conversation/validators';
import { contract, type Operation, requestModelOf } from '../contract.ts';
import type { Edition } from '../editions/editions.ts';
import type { RequestModel } from '../editions/models.ts';
import { type Detail, type Model, read } from '../editions/pydantic.ts';
import { ServiceFailure } from '../response.ts';
import { isUuid } from '../state/ids.ts';
import {
  maxViolations,
  validateRequest,
  violationsInRequest,
} from '../validate.ts';

/** The parts of a request, before they are read. */
export interface SentParts {
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** A request that was read. */
export interface ReadRequest {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** What was read of a request; the request is undefined if it is rejected. */
export interface RequestReading {
  readonly request: ReadRequest | undefined;
  /** What breaks the contract, or is not listed in it. */
  readonly violations: readonly Violation[];
  /** Why the request is rejected, as the service says it. */
  readonly details: readonly Detail[];
}

/** Reads a request by the contract. */
export function readByContract(
  operation: Operation,
  parts: SentParts,
  isStrict: boolean,
): RequestReading {
  const { request, violations } = validateRequest(operation, parts, isStrict);
  if (!request) {
    return {
      request,
      violations,
      details: detailsOf(operation.id, parts, violations),
    };
  }
  const details =
    operation.id === 'startAppConversation' ? idDetails(request.body) : [];
  if (details.length === 0) return { request, violations, details };
  return { request: undefined, violations: details.map(violationOf), details };
}

/** The contract cannot say that an id is a UUID in one of two forms. */
function idDetails(body: unknown): readonly Detail[] {
  return ['conversation_id', 'parent_conversation_id'].flatMap((name) => {
    const id = childOf(body, name);
    if (typeof id !== 'string' || isUuid(id)) return [];
    const { details } = read(uuidModel, id, ['body', name], { isLax: false });
    const msg = 'must be a UUID: 32 hexadecimal digits, or with hyphens';
    return details.map((detail) => ({ ...detail, msg }));
  });
}

const uuidModel: Model = { type: 'string', format: 'uuid' };

function violationOf({ loc, msg }: Detail): Violation {
  const [, name] = loc;
  return {
    part: 'body',
    pointer: `/${String(name)}`,
    keyword: 'format',
    message: msg,
    params: { format: 'uuid' },
  };
}

/** Reads a request as an edition does. What breaks the contract, and is accepted, is only logged. */
export function readByEdition(
  { requests }: Edition,
  operation: Operation,
  parts: SentParts,
): RequestReading {
  // The service cannot write them in UTF-8.
  if (hasLoneSurrogate(parts.body)) {
    throw new ServiceFailure('A text has half of a character');
  }
  const violations = violationsInRequest(operation, parts);
  const model = requests![operation.id] ?? {};
  const query = readQuery(model, parts.query);
  const body = readJson(model, parts.body);
  const details = [...query.details, ...body.details];
  if (details.some(({ input }) => hasInfiniteNumber(input))) {
    throw new ServiceFailure('JSON cannot say which number is wrong');
  }
  if (details.length > 0) return { request: undefined, violations, details };
  const request = {
    path: parts.path,
    query: query.value as ReadRequest['query'],
    body: body.value,
  };
  return { request, violations, details };
}

/** JSON writes them as escapes alone. */
function hasLoneSurrogate(body: unknown): boolean {
  return /\\ud[89a-f]/.test(JSON.stringify(body) ?? '');
}

/** JSON has none, but numbers such as 1e400 are read as infinite ones. */
function hasInfiniteNumber(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  return childrenOf(value).some(([, child]) => hasInfiniteNumber(child));
}

function readQuery({ query }: RequestModel, sent: URLSearchParams) {
  if (!query) return { value: {}, details: [] };
  const settings = { root: contract, isLax: true };
  const { value, details } = read(
    query,
    valuesOf(query, sent),
    ['query'],
    settings,
  );
  const shown = details.map((detail) => {
    // An absent parameter has no input.
    return detail.type === 'missing' ? { ...detail, input: null } : detail;
  });
  return { value, details: shown };
}

/** Returns the parameters of a query: lists with all their values, others with the last one. */
function valuesOf(
  { properties = {} }: Model,
  sent: URLSearchParams,
): Record<string, unknown> {
  const names = new Set(sent.keys());
  const entries = [...names].map((name) => {
    const isList =
      Object.hasOwn(properties, name) && properties[name]!.type === 'array';
    const values = sent.getAll(name);
    return [name, isList ? values : values.at(-1)];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function readJson({ body }: RequestModel, sent: unknown) {
  if (!body) return { value: undefined, details: [] };
  if (sent === undefined || sent === null)
    return { value: undefined, details: [missingBody] };
  return read(body, sent, ['body'], { isLax: true });
}

const missingBody: Detail = {
  type: 'missing',
  loc: ['body'],
  msg: 'Field required',
  input: null,
};

/** Returns violations of the contract as the service writes them, with our more helpful texts. */
function detailsOf(
  id: OperationId,
  parts: SentParts,
  violations: readonly Violation[],
): readonly Detail[] {
  const { query, body } = requestModelOf(id);
  const fromQuery = query ? readQuery({ query }, parts.query).details : [];
  const fromBody = body ? bodyDetails(body, parts.body, violations) : [];
  const messages = new Map<string, string>();
  for (const violation of violations) {
    const location = String(locationOf(violation, parts));
    messages.set(location, violation.message);
  }
  const all = [...fromQuery, ...fromBody];
  const details = all.slice(0, maxViolations).map((detail) => {
    const message = messages.get(String(detail.loc));
    return message === undefined ? detail : { ...detail, msg: message };
  });
  const unlisted = violations.filter(
    ({ keyword }) => keyword === 'additionalProperties',
  );
  // What the service has no words for.
  const others = details.length > 0 ? unlisted : violations;
  const otherDetails = others.map((violation) => detailOf(violation, parts));
  return [...details, ...otherDetails];
}

function bodyDetails(
  model: Model,
  sent: unknown,
  violations: readonly Violation[],
): readonly Detail[] {
  if (sent === undefined) return [];
  const settings = { root: contract, isLax: false };
  return read(onlyWrong(model, violations), sent, ['body'], settings).details;
}

/** Returns the model of a body without the properties that are right: to read them all takes too long. */
function onlyWrong(referred: Model, violations: readonly Violation[]): Model {
  const isReference = referred.$ref !== undefined;
  const model = isReference
    ? (resolve(contract, referred).value as Model)
    : referred;
  const inBody = violations.filter(({ part }) => part === 'body');
  const names = new Set(inBody.map(({ pointer }) => stepsOf(pointer)[0]));
  // Without a name, the body as a whole is wrong.
  if (names.has(undefined) || !model.properties) return model;
  const properties = Object.entries(model.properties).filter(([name]) =>
    names.has(name),
  );
  return { ...model, properties: Object.fromEntries(properties) };
}

function detailOf(violation: Violation, parts: SentParts): Detail {
  const { part, pointer, keyword, message } = violation;
  const body = part === 'body' ? parts.body : undefined;
  const input = stepsOf(pointer).reduce<unknown>(childOf, body);
  return {
    type:
      keyword === 'additionalProperties' ? 'extra_forbidden' : 'value_error',
    loc: locationOf(violation, parts),
    msg: message,
    input: input ?? null,
  };
}

function locationOf(
  { part, pointer }: Violation,
  { body }: SentParts,
): (string | number)[] {
  let at: unknown = part === 'body' ? body : undefined;
  const steps = stepsOf(pointer).map((step, depth) => {
    const isPosition = part === 'query' ? depth > 0 : Array.isArray(at);
    at = childOf(at, step);
    return isPosition ? Number(step) : step;
  });
  return [part, ...steps];
}
