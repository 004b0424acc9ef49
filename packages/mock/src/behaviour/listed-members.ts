import type { AppConversationStartRequest } from '@agent-conversation/types';
import { startAppConversation } from '@agent-conversation/validators';
import { stepsOf } from '../pointer.ts';

/**
 * Returns a start request without the properties that the contract does not list. Deployments ignore them, so the
 * start task does not repeat them.
 */
export function listedMembers(body: AppConversationStartRequest): AppConversationStartRequest {
  const result = startAppConversation.validateRequest({ body }, { closed: true });
  if (result.valid) return body;
  const listed = structuredClone(body);
  for (const { keyword, pointer } of result.violations) {
    if (keyword !== 'additionalProperties') continue;
    const steps = stepsOf(pointer);
    const last = steps.pop()!;
    const owner = steps.reduce<unknown>((at, step) => Object(at)[step], listed);
    Reflect.deleteProperty(Object(owner), last);
  }
  return listed;
}
