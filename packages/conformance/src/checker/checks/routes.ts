/** Checks of ids, paths and methods that a server does not have. */
import type { OperationId } from '@agent-conversation/validators';
import { operationOf, resolve } from '../../contract.ts';
import { isPath } from '../../oracle/route.ts';
import { httpRule, responseRule } from '../../oracle/rules.ts';
import type { CheckContext, CheckDefinition } from '../check-context.ts';
import { type Call, json, pathTo } from '../session.ts';
import { madeUp, madeUpUuid } from '../values.ts';

/** The simplest call of an operation. The ids that it names are unknown. */
export function plainCall(operation: OperationId, seed: number): Call {
  const { path, requestBody, parameters } = operationOf(operation);
  // Without these parameters, the response is only assumed.
  const query = parameters
    .filter((it) => it['x-assumed']?.omission !== undefined)
    .map(({ name }) => `${name}=${madeUpUuid(seed, operation)}`);
  return {
    operation,
    query,
    ...(path.includes('{') && { path: pathTo(operation, madeUp(seed, operation)) }),
    ...(requestBody && json({})),
  };
}

async function demandFor(
  context: CheckContext,
  operation: OperationId,
  status: number,
  call: (id: string) => Partial<Call>,
): Promise<void> {
  const { seed } = context.session.settings;
  const rule = responseRule(operationOf(operation), status);
  const seen = await context.call(
    { ...plainCall(operation, seed), ...call(madeUp(seed, operation)) },
    { assumed: rule.provenance === 'assumed' ? rule : undefined },
  );
  context.demand(seen, [status], 'because the id is unknown', rule);
}

/** A method that changes nothing, wherever there is such a thing (RFC 4918, section 9.1). */
const unusual = 'PROPFIND';

export const routeChecks: readonly CheckDefinition[] = [
  {
    kind: 'unknown-id',
    title: 'An unknown id gets 404',
    of: ({ operationId, path, responses }) =>
      operationId === 'startSandbox' || (path.includes('{') && responses['404'] !== undefined),
    async run(context, operation) {
      const { requestBody, path } = operationOf(operation);
      const [example] = Object.values(requestBody?.content['application/json']?.examples ?? {});
      await demandFor(context, operation, 404, (id) => {
        if (!path.includes('{')) return { query: [`sandbox_spec_id=${id}`] };
        return example ? json(resolve(example).value) : {};
      });
    },
  },
  {
    kind: 'unknown-id',
    title: 'An unknown sandbox_id gets 200: the start fails later',
    of: ({ operationId }) => operationId === 'startAppConversation',
    async run(context, operation) {
      await demandFor(context, operation, 200, (id) => json({ sandbox_id: id }));
    },
  },
  {
    kind: 'unknown-path',
    title: 'An unknown path gets 404',
    of: ({ method }) => method === 'get',
    async run(context, operation) {
      const unknown = madeUp(context.session.settings.seed, operation);
      let path = pathTo(operation, unknown);
      // Below a path there may be another one with an id in that place.
      do path += `/${unknown}`;
      while (isPath(path));
      const seen = await context.call({ operation, path });
      context.demand(seen, [404], 'because there is no such path', httpRule);
    },
  },
  {
    kind: 'method',
    title: 'A method that the path does not have is rejected, with the header Allow',
    of: () => true,
    writes: () => false,
    async run(context, operation) {
      const { path } = plainCall(operation, context.session.settings.seed);
      const seen = await context.call({ operation, path, method: unusual });
      // A server that does not know a method may say so (RFC 9110, section 15.6.2).
      context.demand(seen, [405, 404, 501], `because the path has no ${unusual}`, httpRule);
      if (seen.status !== 405 || seen.headers.has('allow')) return;
      const message = 'must be sent, with the methods that the path has (RFC 9110, section 15.5.6)';
      const place = { part: 'header', pointer: '/allow', keyword: 'required' } as const;
      context.report(httpRule, { ...place, message, seen });
    },
  },
];
