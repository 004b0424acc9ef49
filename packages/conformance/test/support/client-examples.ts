import * as functions from '@agent-conversation/client/operations';
import * as queries from '@agent-conversation/client/query';
import type { DocExample } from './doc-examples.ts';

/** What the examples of the client use without importing it. */
const imports = `import { ${Object.keys(functions).join(', ')} } from '@agent-conversation/client/operations';
import { ${Object.keys(queries).join(', ')} } from '@agent-conversation/client/query';
import { createClient, isClientError, known, type Middleware, redact, type Sandbox, sandboxStatusValues } from '@agent-conversation/client';
import { checkAnswers } from '@agent-conversation/client/checks';
import { createMock } from '@agent-conversation/mock';
`;

/** The entry has a function of the same name. */
const openapiFetch =
  "const { createClient } = await import('@agent-conversation/client/openapi-fetch');";

/** A module that runs an example of a method or a function against the mock. */
export function runnable({ code }: DocExample): string {
  // The ids of the examples are known to the mock without a state, which has no last page, though.
  const stateless = !code.includes('for await');
  return `${imports}
const mock = createMock({ stateless: ${stateless} });
const client = createClient({ baseUrl: 'http://mock', apiKey: 'any', fetch: mock.fetch });
const connection = connect({ baseUrl: 'http://mock', apiKey: 'any', fetch: mock.fetch });
await client.sandboxes.start();
${code}
`;
}

/** A module in which any example of the client compiles, if it is right. */
export function compilable({ code, place }: DocExample): string {
  const lines = code.split('\n');
  const own = lines.filter((line) => line.startsWith('import '));
  const rest = lines.filter((line) => !own.includes(line)).join('\n');
  // An error comes from a call.
  const body = rest.startsWith('catch ') ? `try { await client.settings.get(); } ${rest}` : rest;
  return `${imports}
import * as tanstack from '@tanstack/query-core';
${own.join('\n')}
const mock = createMock();
const client = createClient({ baseUrl: 'http://mock', apiKey: 'any', fetch: mock.fetch });
const connection = client;
const sandbox: Sandbox = await client.sandboxes.start();
const currentTrace = () => 'trace';
const cache = new tanstack.QueryClient();
function useQuery<T>(options: tanstack.QueryObserverOptions<T>) {
  return new tanstack.QueryObserver<T>(cache, options).getCurrentResult();
}
function useInfiniteQuery<T>(
  options: tanstack.InfiniteQueryObserverOptions<T, Error, T, readonly unknown[], string | undefined>,
) {
  return new tanstack.InfiniteQueryObserver(cache, options).getCurrentResult();
}
// An example may return.
export async function example() {
${place.includes('openapi-fetch') ? openapiFetch : ''}
${body}
}
`;
}
