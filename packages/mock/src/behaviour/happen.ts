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
import { canonicalId } from './editions.ts';
import { findSandbox, sandboxLifecycle } from './sandboxes.ts';
import type { World } from './world.ts';

/**
 * Finds the resource with an id. What can happen to it without an operation (a fault, an external change, or time that
 * passes early) is defined by the lifecycle tables.
 *
 * @param id of a sandbox, a start task, an app conversation (its agent's state) or a legacy conversation
 * @returns a function that brings the resource into a state, or throws a TypeError that lists the possible states;
 * undefined if there is no resource with this id
 */
export function eventOf(world: World, id: string): ((status: string) => void) | undefined {
  const { now } = world.account;
  catchUp(world);
  const sandbox = findSandbox(world, id);
  if (sandbox) {
    return (status) => {
      sandbox.detail = descend(sandbox, sandboxLifecycle, id, status, now);
    };
  }
  const task = findTask(world, id);
  if (task) {
    return (status) => {
      task.detail = descend(task, taskLifecycle, id, status, now);
      if (task.status === 'READY') addAppConversation(world, task);
    };
  }
  const conversation = findAppConversation(world, canonicalId(id));
  if (conversation) {
    return (status) => {
      const worked = conversation.status === 'running';
      descend(conversation, executionLifecycle, id, status, now);
      if (worked && ['idle', 'finished'].includes(status)) conversation.turns += 1;
    };
  }
  const legacy = findConversation(world, canonicalId(id));
  return legacy && ((status) => void descend(legacy, conversationLifecycle, id, status, now));
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
