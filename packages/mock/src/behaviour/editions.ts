import type { OperationId, Violation } from '@agent-conversation/validators';

/** Which deployments the mock behaves like, where older and newer ones differ. */
export type EditionName = 'documented' | 'mid-2026' | 'late-2025';

/** What differs between deployments. */
export interface Edition {
  /** Whether a start request can choose the id of its conversation. */
  readonly honorsConversationId: boolean;
  /** Whether listing app conversations without `ids` is rejected. */
  readonly requiresIds: boolean;
  /** Whether exposed URLs have a `port`. */
  readonly exposesPorts: boolean;
}

/** The interface document decides where it speaks, the newest edition where it is silent. */
export const editions: Readonly<Record<EditionName, Edition>> = {
  documented: { honorsConversationId: true, requiresIds: false, exposesPorts: true },
  'mid-2026': { honorsConversationId: true, requiresIds: true, exposesPorts: true },
  'late-2025': { honorsConversationId: false, requiresIds: true, exposesPorts: false },
};

/** Returns what deployments reject in a request that matches the schema. */
export function violationsIn(
  { requiresIds }: Edition,
  id: OperationId,
  request: { readonly query: object; readonly body: unknown },
): readonly Violation[] {
  if (id === 'listAppConversations') {
    const { ids } = request.query as { readonly ids?: readonly string[] };
    if (!ids) return requiresIds ? [idsMissing] : none;
    return ids.flatMap((value, index) =>
      isUuid(value) ? [] : [notUuid('query', `/ids/${index}`)],
    );
  }
  if (id === 'startAppConversation' && request.body) {
    const body = request.body as Readonly<Record<string, unknown>>;
    return uuidProperties.flatMap((name) =>
      Object.hasOwn(body, name) && typeof body[name] === 'string' && !isUuid(body[name])
        ? [notUuid('body', `/${name}`)]
        : [],
    );
  }
  return none;
}

const none: readonly Violation[] = [];
const uuidProperties = ['conversation_id', 'parent_conversation_id'];
const idsMissing: Violation = {
  part: 'query',
  pointer: '/ids',
  keyword: 'required',
  message: 'is missing',
  params: {},
};

function notUuid(part: Violation['part'], pointer: string): Violation {
  const message = 'must be a UUID: 32 hexadecimal digits, or with hyphens';
  return { part, pointer, keyword: 'format', message, params: { format: 'uuid' } };
}

const uuid = /^([0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** Returns the form of a conversation id that responses have; an id that is no UUID stays as it is. */
export function canonicalId(id: string): string {
  return isUuid(id) ? id.replaceAll('-', '').toLowerCase() : id;
}
