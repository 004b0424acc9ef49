/** What differs between older and newer deployments. */
import { childOf } from '@agent-conversation/contract';
import type { OperationId, Violation } from '@agent-conversation/validators';
import { isUuid } from '../state/ids.ts';

/**
 * The deployments that the mock can behave like: whether a start request can choose the id of its conversation, whether
 * listing app conversations without `ids` is rejected, and whether exposed URLs have a `port`. The interface document
 * decides where it speaks, the newest edition where it is silent.
 */
export const editions = {
  documented: { honorsConversationId: true, requiresIds: false, exposesPorts: true },
  '0.62.0': { honorsConversationId: false, requiresIds: true, exposesPorts: false },
  '1.5.0': { honorsConversationId: true, requiresIds: true, exposesPorts: true },
  '1.11.0': { honorsConversationId: true, requiresIds: true, exposesPorts: true },
} as const;

/** The name of the deployments that the mock behaves like. */
export type EditionName = keyof typeof editions;

type Check = (
  edition: (typeof editions)[EditionName],
  request: { query: object; body: unknown },
) => readonly Violation[];

/** What deployments reject in a request that matches the schema, by operation. */
export const editionChecks: { readonly [Id in OperationId]?: Check } = {
  listAppConversations({ requiresIds }, { query }) {
    const { ids } = query as { readonly ids?: readonly string[] };
    if (!ids) return requiresIds ? [idsMissing] : [];
    return ids.flatMap((id, index) => (isUuid(id) ? [] : [notUuid('query', `/ids/${index}`)]));
  },
  startAppConversation: (_, { body }) =>
    ['conversation_id', 'parent_conversation_id'].flatMap((name) => {
      const value = childOf(body, name);
      return typeof value === 'string' && !isUuid(value) ? [notUuid('body', `/${name}`)] : [];
    }),
};

const missing = { keyword: 'required', message: 'is missing', params: {} };
const idsMissing: Violation = { part: 'query', pointer: '/ids', ...missing };

function notUuid(part: Violation['part'], pointer: string): Violation {
  const message = 'must be a UUID: 32 hexadecimal digits, or with hyphens';
  return { part, pointer, keyword: 'format', message, params: { format: 'uuid' } };
}
