/** What the mock reads of a bundled OpenAPI 3.1 document. */
export interface Contract {
  readonly paths: Readonly<Record<string, object>>;
  readonly components?: object;
}

/** One operation of the contract. */
export interface Operation {
  readonly id: string;
  /** In capitals, as it stands in a request. */
  readonly method: string;
  /** The path template, such as `/api/v1/sandboxes/{sandbox_id}/pause`. */
  readonly path: string;
  /** Whether the contract gives the request a body. */
  readonly takesBody: boolean;
  /** The first example of each declared status, as the answer's body. */
  readonly examples: ReadonlyMap<number, unknown>;
}

interface OperationObject {
  operationId: string;
  requestBody?: object;
  responses: Record<string, ResponseObject | Reference>;
}
interface ResponseObject {
  content?: Record<string, { examples?: Record<string, { value: unknown } | Reference> }>;
}
interface Reference {
  $ref: string;
}

/** The fields of a path item that are operations (OpenAPI 3.1.1, section 4.8.9). */
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/** The operations of a contract, in its order. */
export function operationsOf(contract: Contract): Operation[] {
  return Object.entries(contract.paths).flatMap(([path, pathItem]) =>
    methods.flatMap((method) => {
      const operation = (pathItem as Partial<Record<string, OperationObject>>)[method];
      return operation ? [describe(contract, method, path, operation)] : [];
    }),
  );
}

function describe(
  contract: Contract,
  method: string,
  path: string,
  { operationId, requestBody, responses }: OperationObject,
): Operation {
  const examples = Object.entries(responses).flatMap(([status, response]) => {
    const { content } = resolve(contract, response);
    const [example] = Object.values(content?.['application/json']?.examples ?? {});
    return example ? [[Number(status), resolve(contract, example).value] as const] : [];
  });
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    takesBody: requestBody !== undefined,
    examples: new Map(examples),
  };
}

/** What a reference within the document stands for (RFC 6901 as a URI fragment, section 6). */
function resolve<T extends object>(contract: Contract, value: T | Reference): T {
  if (!('$ref' in value)) return value;
  const steps = value.$ref.slice('#/'.length).split('/');
  const target = steps.reduce<unknown>(
    (at, step) =>
      (at as Record<string, unknown>)[
        decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
      ],
    contract,
  );
  return resolve(contract, target as T | Reference);
}
