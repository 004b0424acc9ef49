/** Every check that there is. */
import { generationOf, type Operation, operations } from '../../contract.ts';
import type { CheckContext, CheckDefinition } from '../check-context.ts';
import type { PlannedCheck } from '../run.ts';
import { conversationChecks } from './conversations.ts';
import { keyChecks } from './keys.ts';
import { pageChecks } from './pages.ts';
import { randomChecks } from './random.ts';
import { routeChecks } from './routes.ts';
import { sandboxChecks } from './sandboxes.ts';

/** In the order in which they are made: the plain ones first, as the budget may end before the random calls. */
const definitions: readonly CheckDefinition[] = [
  {
    kind: 'answer',
    title: 'A plain call gets a declared response',
    of: ({ method, path }) => method === 'get' && !path.includes('{'),
    async run(context, operation) {
      await context.callValid({ operation }, true);
    },
  },
  sandboxChecks.start,
  conversationChecks.start,
  conversationChecks.create,
  ...keyChecks.rejected,
  ...routeChecks,
  keyChecks.secrets,
  conversationChecks.ids,
  keyChecks.isolation,
  sandboxChecks.lifecycle,
  pageChecks,
  ...randomChecks,
];

/** A check of an operation. */
export interface Check extends PlannedCheck {
  readonly run: (context: CheckContext) => Promise<void>;
}

/** @param write whether things may be created and changed on the server */
export function checksOf(write: boolean): Check[] {
  return definitions.flatMap(({ kind, title, of, writes = isWrite, run }) =>
    operations.filter(of).map((operation) => ({
      id: `${operation.operationId}.${kind}`,
      title,
      operation: operation.operationId,
      generation: generationOf(operation.path),
      writes: writes(operation, write),
      run: async (context) => run(context, operation.operationId),
    })),
  );
}

function isWrite({ method }: Operation): boolean {
  return method !== 'get';
}
