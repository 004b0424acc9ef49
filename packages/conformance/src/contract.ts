/** The bundled contract, its operations and their validators. */
import {
  credentialHeaders,
  type Contract,
  type ContractOperation,
  contractOperations,
  dereference,
  type Reference,
  secretNamesIn,
} from '@agent-conversation/contract';
import bundle from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import {
  type OperationId,
  operations as all,
  type OperationValidator,
} from '@agent-conversation/validators';

export const contract = bundle as unknown as Contract;

const [securityScheme] = Object.entries(contract.components.securitySchemes);

/** The name of the security scheme (OpenAPI 3.1.1, section 4.8.27), and the header of its key. */
export const [keyScheme, { name: keyHeader }] = securityScheme!;

/** All headers with credentials, in lower case: those of HTTP and of deployments, and those of the contract. */
export const secretHeaders: readonly string[] = [
  ...credentialHeaders,
  keyHeader.toLowerCase(),
];

/**
 * Returns the key that a request has in a header; undefined if it has none. In `Authorization`, it follows `Bearer`
 * (RFC 6750, section 2.1).
 */
export function keyIn(headers: Headers, name: string): string | undefined {
  const value = headers.get(name);
  if (value === null || name.toLowerCase() !== 'authorization')
    return value || undefined;
  return /^Bearer +(\S+)$/i.exec(value)?.[1];
}

/** Returns a header with a key, as {@link keyIn} reads it. */
export function withKey(name: string, key: string): string {
  return name.toLowerCase() === 'authorization' ? `Bearer ${key}` : key;
}

/**
 * The credentials that a request has in its headers, of whatever kind, without cookies.
 *
 * @param header another one that may have the key
 */
export function credentialsIn(
  headers: Headers,
  header: string = keyHeader,
): Set<string> {
  const names = secretHeaders.filter((name) => !name.includes('cookie'));
  const values = [...names, header].map(
    (name) => keyIn(headers, name) ?? headers.get(name) ?? '',
  );
  return new Set(values.filter((credential) => credential !== ''));
}

/** The names of all properties that the contract annotates as secret, such as `session_api_key`. */
export const secretNames: ReadonlySet<string> = new Set(
  secretNamesIn(contract),
);

/** An operation of the bundled contract; each of its bodies has content. */
export interface Operation extends ContractOperation {
  readonly operationId: OperationId;
}

/** The operations of the bundled contract, in its order. */
export const operations = contractOperations(contract) as readonly Operation[];

/** Returns an operation of the bundled contract. */
export function operationOf(id: OperationId): Operation {
  return operations.find((it) => it.operationId === id)!;
}

/** The validators of the operations of the bundled contract, without the types of their values. */
export const validators = all as Readonly<
  Record<OperationId, OperationValidator<OperationId>>
>;

/** Returns an element of the bundled contract in place of a reference to it. */
export function resolve<T extends object>(value: T | Reference): T {
  return dereference(contract, value);
}
