/**
 * Uses the functions, and takes results as they come.
 *
 * @about pauseSandbox
 */
import {
  connect,
  type Connection,
  createConversation,
  listAppConversations,
  pauseSandbox,
} from '@agent-conversation/client/operations';

export async function pause(id: string): Promise<string> {
  const connection = connect({ baseUrl: 'http://localhost:3000', apiKey: 'my-key' });
  const result = await pauseSandbox(connection, id);
  switch (result.status) {
    case 200:
      return result.data.success === false ? 'refused' : 'pausing';
    case 401:
    case 404:
      return result.error?.detail ?? 'no reason was given';
    case 'unexpected':
      return `${result.statusCode} ${result.text}`;
    default:
      return result satisfies never;
  }
}

/**
 * Creates a conversation of the legacy generation, and tells a refusal from a fault.
 *
 * @about createConversation
 */
export async function create(connection: Connection): Promise<string> {
  const result = await createConversation(connection, { initial_user_msg: 'Hello' });
  switch (result.status) {
    case 200:
      return result.data.conversation_id;
    case 400:
      throw new Error(result.error?.message);
    case 401:
      throw new Error(result.error?.error);
    case 422:
      throw new Error(result.error?.detail.map(({ msg }) => msg).join(', '));
    case 'unexpected':
      throw new Error(result.text);
    default:
      return result satisfies never;
  }
}

/**
 * Reads headers beside the body.
 *
 * @about listAppConversations
 */
export async function requestIdOf(connection: Connection): Promise<string | undefined> {
  const { data, response } = await listAppConversations(connection, {}).withResponse();
  return data.status === 200 ? response.requestId : undefined;
}
