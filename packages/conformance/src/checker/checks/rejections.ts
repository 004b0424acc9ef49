/** Checks of keys, ids, paths and methods that a server must reject. */
import { resolve } from '../../contract.ts';
import { isPath } from '../../oracle/route.ts';
import { httpRule, responseRule, securityRule } from '../../oracle/rules.ts';
import { type Call, json, madeUp, pathTo, plainCall } from '../calls.ts';
import { type CheckContext, type CheckDefinition, Skipped } from '../check-context.ts';

/** A method that changes nothing, wherever there is such a thing (RFC 4918, section 9.1). */
const unusual = 'PROPFIND';

export const rejectionChecks: readonly CheckDefinition[] = [
  {
    kind: 'no-key',
    title: 'A call without a key is rejected with 401',
    of: () => true,
    async run(context) {
      const call = plainCall(context.operation, context.settings.seed);
      const rule = securityRule(context.operation);
      const reject = async (changes: Partial<Call>, why: string) =>
        context.expect([401], { ...call, ...changes }, `because ${why}`, { rule });
      await reject({ key: null }, 'the call has no key');
      await reject({ key: '' }, 'the key of the call is empty');
      if (call.body === undefined) return;
      await reject({ ...json([]), key: null }, 'the call has no key, whatever its body is');
    },
  },
  {
    kind: 'wrong-key',
    title: 'A call with an unknown key is rejected with 401',
    of: () => true,
    async run(context) {
      if (context.session.acceptsAnyKey) {
        throw new Skipped('the server accepts every key, also an unknown one');
      }
      const { seed } = context.settings;
      const call = { ...plainCall(context.operation, seed), key: madeUp(seed, 'wrong key') };
      await context.expect([401], call, 'because the key is unknown');
    },
  },
  {
    kind: 'unknown-id',
    title: 'An unknown id gets 404',
    of: ({ operationId, path, responses }) =>
      operationId === 'startSandbox' || (path.includes('{') && responses['404'] !== undefined),
    async run(context) {
      const { requestBody, path } = context.operation;
      const [example] = Object.values(requestBody?.content['application/json']?.examples ?? {});
      await expectForId(context, 404, (id) => {
        if (!path.includes('{')) return { query: [`sandbox_spec_id=${id}`] };
        return example ? json(resolve(example).value) : {};
      });
    },
  },
  {
    kind: 'unknown-id',
    title: 'An unknown sandbox_id gets 200: the start fails later',
    of: ({ operationId }) => operationId === 'startAppConversation',
    async run(context) {
      await expectForId(context, 200, (id) => json({ sandbox_id: id }));
    },
  },
  {
    kind: 'unknown-path',
    title: 'An unknown path gets 404',
    of: ({ method }) => method === 'get',
    async run(context) {
      const { operationId } = context.operation;
      const unknown = madeUp(context.settings.seed, operationId);
      let path = pathTo(context.operation, unknown);
      // Below a path there may be another one with an id at its end.
      do path += `/${unknown}`;
      while (isPath(path));
      await context.expect([404], { path }, 'because there is no such path', { rule: httpRule });
    },
  },
  {
    kind: 'method',
    title: 'A method that the path does not have is rejected, with the header Allow',
    of: () => true,
    writes: () => false,
    async run(context) {
      const { path } = plainCall(context.operation, context.settings.seed);
      const why = `because the path has no ${unusual}`;
      // A server that does not know a method may say so (RFC 9110, section 15.6.2).
      const statuses = [405, 404, 501];
      const call = { path, method: unusual };
      const seen = await context.expect(statuses, call, why, { rule: httpRule });
      if (seen.status !== 405 || seen.headers.has('allow')) return;
      const message = 'must be sent, with the methods that the path has (RFC 9110, section 15.5.6)';
      context.report(httpRule, 'header/allow', 'required', message, seen);
    },
  },
];

/** Makes a call with an unknown id. */
async function expectForId(
  context: CheckContext,
  status: number,
  callWith: (id: string) => Partial<Call>,
): Promise<void> {
  const { operation, settings } = context;
  const rule = responseRule(operation, status);
  const id = madeUp(settings.seed, operation.operationId);
  const call = { ...plainCall(operation, settings.seed), ...callWith(id) };
  const assumed = rule.provenance === 'assumed' ? rule : undefined;
  await context.expect([status], call, 'because the id is unknown', { assumed });
}
