import { secretMark } from '../../src/requests/arbitrary.ts';
import { resolve, type Schema } from '../../src/contract.ts';
import type { Fault } from '../../src/requests/fault.ts';
import { keyHeader, type RandomRequest } from '../../src/requests/random-requests.ts';
import { violations } from './violations.ts';

/** An answer that was read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** What is wrong with the answer to a valid request. */
export function complaintsAbout(request: RandomRequest, answer: Answer): string[] {
  const { operation } = request;
  const { status } = answer;
  const leaked = leaks(request, answer);
  if ([400, 401, 415, 422].includes(status)) return ['a valid request was refused', ...leaked];
  const schema = declared(request, status);
  if (!schema) return [`${operation.operationId} does not declare ${status}`, ...leaked];
  return [...bodyComplaints(request, answer, schema), ...leaked];
}

/** What is wrong with the answer to a request that has a fault. */
export function complaintsAboutRefusal(
  request: RandomRequest,
  fault: Fault,
  answer: Answer,
): string[] {
  const { status, headers } = answer;
  const leaked = leaks(request, answer);
  if (status !== fault.status) return [`the status is not ${fault.status}`, ...leaked];
  const schema = (fault.reaches && declared(request, status)) || undeclared(request.path);
  const found = [...bodyComplaints(request, answer, schema), ...leaked];
  if (fault.allow) {
    const allow = (headers.get('allow') ?? '').split(/\s*,\s*/).toSorted();
    const want = fault.allow.toSorted();
    if (allow.join(', ') !== want.join(', ')) found.push(`Allow is not ${want.join(', ')}`);
  }
  if (fault.loc && found.length === 0) found.push(...placeComplaints(fault.loc, answer.text));
  return found;
}

/** What is wrong with the places that a refusal with status 422 names. */
function placeComplaints(loc: readonly (string | number)[], text: string): string[] {
  const { detail } = JSON.parse(text) as { detail: { loc: (string | number)[] }[] };
  const want = JSON.stringify(loc);
  const found = detail
    .filter((entry) => JSON.stringify(entry.loc.slice(0, loc.length)) !== want)
    .map((entry) => `${JSON.stringify(entry.loc)} is not wrong`);
  if (!detail.some((entry) => JSON.stringify(entry.loc) === want))
    found.push(`${want} is not named`);
  return found;
}

function bodyComplaints({ method }: RandomRequest, answer: Answer, schema: Schema): string[] {
  const type = answer.headers.get('content-type');
  const found = type === 'application/json' ? [] : [`the content type is ${type}`];
  if (method === 'HEAD') return answer.text === '' ? found : [...found, 'HEAD gave a body'];
  try {
    return [...found, ...violations(schema, JSON.parse(answer.text))];
  } catch {
    return [...found, 'the body is not JSON'];
  }
}

function declared({ operation }: RandomRequest, status: number): Schema | undefined {
  const response = operation.responses[status];
  return response && resolve(response).content['application/json']!.schema;
}

const detailSchema: Schema = {
  type: 'object',
  required: ['detail'],
  properties: { detail: { type: 'string' } },
};
const errorSchema: Schema = {
  type: 'object',
  required: ['error'],
  properties: { error: { type: 'string' } },
};

/** The form of a refusal that the contract does not declare: the one of the generation. */
function undeclared(path: string): Schema {
  return /^\/api\/(?!v1(\/|$))/.test(path) ? errorSchema : detailSchema;
}

function leaks({ headers }: RandomRequest, answer: Answer): string[] {
  const whole = `${[...answer.headers].join('\n')}\n${answer.text}`;
  const key = headers[keyHeader]?.trim();
  return [
    ...(whole.includes(secretMark) ? ['the answer tells a secret'] : []),
    ...(key && whole.includes(key) ? ['the answer tells the key'] : []),
  ];
}
