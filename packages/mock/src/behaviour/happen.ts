import { type Lifecycle, moveTo, type Stateful } from '../state/lifecycle.ts';
import {
  addAppConversation,
  catchUp,
  executionLifecycle,
  findAppConversation,
  findTask,
  taskLifecycle,
} from './app-conversations.ts';
import { conversationLifecycle, findConversation } from './conversations.ts';
import { findSandbox, sandboxLifecycle } from './sandboxes.ts';
import type { World } from './world.ts';

/**
 * Lets something happen that no operation causes: a fault, an act of somebody else, or time that passes
 * early. The lifecycle tables say what can happen.
 *
 * @param id of a sandbox, a start task, an app conversation (its agent's state) or a legacy conversation
 * @returns false when this world has nothing of that id
 * @throws {TypeError} when it cannot come into that state; the message tells into which it can
 */
export function happen(world: World, id: string, status: string): boolean {
  const { now } = world.account;
  catchUp(world);
  const sandbox = findSandbox(world, id);
  if (sandbox) {
    sandbox.detail = descend(sandbox, sandboxLifecycle, id, status, now);
    return true;
  }
  const task = findTask(world, id);
  if (task) {
    task.detail = descend(task, taskLifecycle, id, status, now);
    if (task.status === 'READY') addAppConversation(world, task);
    return true;
  }
  const conversation = findAppConversation(world, id);
  if (conversation) {
    const worked = conversation.status === 'running';
    descend(conversation, executionLifecycle, id, status, now);
    if (worked && ['idle', 'finished'].includes(status)) conversation.turns += 1;
    return true;
  }
  const legacy = findConversation(world, id);
  if (!legacy) return false;
  descend(legacy, conversationLifecycle, id, status, now);
  return true;
}

/**
 * Moves a thing along an edge that no operation causes.
 *
 * @returns what has happened; null where it is the usual way, of which there is nothing to tell
 */
function descend<State extends string>(
  thing: Stateful<State>,
  lifecycle: Lifecycle<State>,
  id: string,
  status: string,
  now: number,
): string | null {
  const usual = lifecycle.after(thing.status);
  const possible = lifecycle.happenings(thing.status);
  const description = possible.get(status as State);
  if (description === undefined) {
    const states = [...possible.keys()].join(', ') || 'no other state';
    throw new TypeError(`${id} is ${thing.status}, and can become ${states}, but not ${status}`);
  }
  moveTo(thing, status as State, now);
  return status === usual ? null : description;
}
