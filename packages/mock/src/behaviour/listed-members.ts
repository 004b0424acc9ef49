import type { AppConversationStartRequest } from '@agent-conversation/types';
import { startAppConversation } from '@agent-conversation/validators';
import { stepsOf } from '../pointer.ts';

/**
 * A request for an app conversation without the members that the contract does not list: deployments
 * ignore them, and so they are not in the task that repeats the request.
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
