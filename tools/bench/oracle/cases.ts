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

/** A valid request. */
export interface CaseRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const bodies: Readonly<Record<string, unknown>> = {
  startAppConversation: contract.components.examples.StartAppConversationFromMessage.value,
  createConversation: contract.components.examples.CreateConversationFromMessage.value,
};

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
  const body = bodies[id];
  return {
    method: operation.method,
    path: operation.path.replace('{sandbox_id}', contract.components.parameters.SandboxId.example),
    headers: {
      'X-Session-API-Key': 'bench',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}
