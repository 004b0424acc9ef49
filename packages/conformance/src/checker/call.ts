import type { OperationId } from '@agent-conversation/validators';
import { type Operation, operations } from '../contract.ts';
import { omissionRule } from '../oracle/request-violations.ts';
import type { Rule } from '../oracle/rule.ts';
import { bytes, keyHeader } from '../requests/random-requests.ts';
import type { Outgoing } from './send.ts';

/** A request of an operation. */
export interface Call {
  readonly operation: OperationId;
  /** In capitals; by default the one of the contract. */
  readonly method?: string | undefined;
  /** Percent-encoded, without what the base URL has; by default the one of the contract. */
  readonly path?: string | undefined;
  /** Percent-encoded pairs such as `limit=5`. */
  readonly query?: readonly string[] | undefined;
  /** Others than the key. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: Uint8Array<ArrayBuffer> | undefined;
  /** Null sends none; by default the key of the run. */
  readonly key?: string | null | undefined;
}

/** An operation of the contract, by its id. */
export function operationOf(id: OperationId): Operation {
  return operations.find(({ operationId }) => operationId === id)!;
}

/** The path of an operation on what has an id, such as a sandbox. */
export function pathTo(operation: OperationId, id: string): string {
  return operationOf(operation).path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(id));
}

/** The rule for a call without a parameter whose omission is assumed. */
export function omissionIn({ operation, query = [] }: Call): Rule | undefined {
  const isSent = (name: string) => query.some((pair) => pair.startsWith(`${name}=`));
  return omissionRule(operationOf(operation), isSent);
}

/** The sandbox that a call names in its path; undefined where it names none. */
export function sandboxIn({ operation, path = '' }: Call): string | undefined {
  const step = operationOf(operation).path.split('/').indexOf('{sandbox_id}');
  const given = step < 0 ? undefined : path.split('/')[step];
  return given === undefined ? undefined : decodeURIComponent(given);
}

/** A JSON body, with the header that says so. */
export function json(value: unknown): Pick<Call, 'headers' | 'body'> {
  return { headers: { 'Content-Type': 'application/json' }, body: bytes(JSON.stringify(value)) };
}

/** Who calls, for those who run the server. */
const userAgent = 'agent-conversation-conformance';

/** A call as it is sent. */
export function outgoing(call: Call, baseUrl: string, ownKey: string): Outgoing {
  const { method, path } = operationOf(call.operation);
  const { query = [], key = ownKey, body } = call;
  const headers = new Headers({ Accept: 'application/json', 'User-Agent': userAgent });
  for (const [name, value] of Object.entries(call.headers ?? {})) headers.set(name, value);
  headers.delete(keyHeader);
  if (key !== null) headers.set(keyHeader, key);
  return {
    method: call.method ?? method.toUpperCase(),
    url: `${baseUrl}${call.path ?? path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers,
    body,
  };
}
