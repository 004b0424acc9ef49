import contract from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { answerExamples, answerFaults, breakAnswer } from '@agent-conversation/faulty-server';
import { operations } from '@agent-conversation/validators';

/** Where the contract's own default has the service; nothing is sent there. */
export const baseUrl = contract.servers[0]!.variables.base_url.default;

/** An exchange that every tool judges: a valid request, and an answer that is valid or has one fault. */
export interface Case {
  /** Such as `E5-3`; that of a valid answer begins with `valid`. */
  readonly id: string;
  /** The id of the kind of fault; undefined for a valid answer. */
  readonly fault: string | undefined;
  /** The id of the operation. */
  readonly operation: string;
  readonly request: CaseRequest;
  readonly answer: { readonly status: number; readonly headers: Headers; readonly body: string };
}

interface Described {
  readonly operationId: string;
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly examples: object } };
  };
}

const shown: Readonly<Record<string, { readonly value: unknown }>> = contract.components.examples;

/** A valid request. */
export interface CaseRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** The first body that the contract shows of each request, by operation. */
const bodies = new Map(
  Object.values(contract.paths as Readonly<Record<string, Readonly<Record<string, Described>>>>)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, requestBody }) => {
      const [name] = Object.keys(requestBody?.content['application/json'].examples ?? {});
      return name === undefined ? [] : [[operationId, shown[name]!.value] as const];
    }),
);

/** Each answer that the contract shows, and each with each fault in each place that is there for it. */
export function makeCases(): readonly Case[] {
  const examples = answerExamples();
  const valid = examples.map(({ operation, status, headers, value }, index): Case => ({
    id: `valid-${index + 1}`,
    fault: undefined,
    operation,
    request: requestOf(operation),
    answer: { status, headers, body: value === undefined ? '' : JSON.stringify(value) },
  }));
  const broken = answerFaults.flatMap((fault) =>
    examples
      .flatMap((example) =>
        breakAnswer(fault, example).map((answer) => ({ answer, operation: example.operation })),
      )
      .map(({ answer, operation }, index): Case => ({
        id: `${fault.id}-${index + 1}`,
        fault: fault.id,
        operation,
        request: requestOf(operation),
        answer,
      })),
  );
  return [...valid, ...broken];
}

function requestOf(id: string): CaseRequest {
  const operation = Object.values(operations).find((each) => each.id === id)!;
  const body = bodies.get(id);
  return {
    method: operation.method,
    path: operation.path.replaceAll(/\{\w+\}/g, contract.components.parameters.SandboxId.example),
    headers: {
      'X-Session-API-Key': 'bench',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}
