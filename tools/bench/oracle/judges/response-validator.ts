import { createRequire } from 'node:module';
import contract from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { peersFolder } from '../../peers.ts';
import type { Says } from '../subjects.ts';

/** What is used of openapi-response-validator, which is there only once the peers are installed. */
interface ResponseValidator {
  /** Undefined where nothing is wrong. */
  validateResponse(status: string, body: unknown): object | undefined;
}

interface Package {
  readonly default: new (description: {
    readonly components: unknown;
    readonly responses: Readonly<Record<string, unknown>>;
  }) => ResponseValidator;
}

/** What openapi-response-validator says. It takes the status and the parsed body, and no headers. */
export function loadResponseValidator(): Says {
  const require = createRequire(import.meta.url);
  const folder = `${peersFolder}node_modules/openapi-response-validator`;
  const { default: Validator } = require(folder) as Package;
  const { components, paths } = contract;
  const validators = new Map(
    Object.values(paths)
      .flatMap((path) => Object.values(path))
      .map(({ operationId, responses }) => [
        operationId,
        new Validator({ components, responses: resolved(responses) }),
      ]),
  );
  return ({ operation, answer: { status, body } }) =>
    validators.get(operation)!.validateResponse(`${status}`, parsed(body)) !== undefined;
}

/** It follows references to schemas, and not those to responses. */
function resolved(responses: Readonly<Record<string, object>>): Readonly<Record<string, unknown>> {
  const shared: Readonly<Record<string, object>> = contract.components.responses;
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      if (!('$ref' in response)) return [status, response];
      return [status, shared[String(response.$ref).split('/').at(-1)!]];
    }),
  );
}

function parsed(body: string): unknown {
  try {
    return body === '' ? undefined : JSON.parse(body);
  } catch {
    return body;
  }
}
