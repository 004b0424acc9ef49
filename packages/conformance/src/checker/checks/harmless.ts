import { randomBytes, randomUUID } from 'node:crypto';
import { bytes, type RandomRequest } from '../../requests/random-requests.ts';
import { membersOf } from '../members.ts';

/**
 * A random request that touches nothing but what the run has made, and lets no agent begin: what it names
 * is the run's own sandbox, or new.
 *
 * @param sandbox where app conversations are started
 */
export function harmless(request: RandomRequest, sandbox: string): RandomRequest {
  const { operationId } = request.operation;
  if (request.body === undefined || typeof request.value !== 'object') return request;
  const value = { ...membersOf(request.value) };
  const rename = (name: string, id: string) => {
    if (typeof value[name] === 'string') value[name] = id;
  };
  if (operationId === 'createConversation') {
    rename('conversation_id', randomBytes(16).toString('hex'));
  } else if (operationId === 'startAppConversation') {
    value['sandbox_id'] = sandbox;
    rename('conversation_id', randomUUID());
    rename('parent_conversation_id', randomUUID());
    const message = value['initial_message'];
    if (message !== undefined && message !== null) {
      value['initial_message'] = { ...membersOf(message), run: false };
    }
  }
  return { ...request, value, body: bytes(JSON.stringify(value)) };
}
