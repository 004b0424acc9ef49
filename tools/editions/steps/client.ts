import type { Client } from '@agent-conversation/client';
import { storeSettings } from '../service/requests.ts';
import type { Service } from '../service/service.ts';
import type { Step, StepResult } from './step.ts';

/** Makes a client, once it is built. Process sandboxes are started before the response. */
export async function patientClient({
  baseUrl,
  apiKey,
}: Service): Promise<Client> {
  const { createClient } = await import('@agent-conversation/client');
  return createClient({
    baseUrl,
    apiKey,
    attemptTimeoutInMs: 150_000,
    timeoutInMs: 160_000,
  });
}

/** Drives the edition with the client: start, follow, pause, resume and page. */
export const client: Step = {
  name: 'Use the client',
  deadlineInMs: 180_000,
  async run({ run, service }): Promise<StepResult> {
    await storeSettings(service);
    const { appConversations, sandboxes } = await patientClient(service);
    const wait = { timeoutInMs: 150_000, signal: run.signal };

    const sandbox = await sandboxes.start();
    await sandboxes.waitUntil(sandbox.id, 'RUNNING', wait);
    await sandboxes.pause(sandbox.id);
    await sandboxes.waitUntil(sandbox.id, 'PAUSED', wait);
    await sandboxes.resume(sandbox.id);
    await sandboxes.waitUntil(sandbox.id, 'RUNNING', wait);

    const problems: string[] = [];
    const content = [{ type: 'text', text: 'Say done.' }] as const;
    const body = {
      sandbox_id: sandbox.id,
      initial_message: { content: [...content], run: true },
    };
    if (service.known.takesConversationId) {
      const conversation = await appConversations.startAndWait(body, wait);
      const ended = await appConversations.waitUntilFinished(
        conversation,
        wait,
      );
      if (ended.sandbox_id !== sandbox.id) {
        problems.push(
          `sandbox_id is ${ended.sandbox_id}, must be ${sandbox.id}`,
        );
      }
      await appConversations.waitUntilFinished(conversation, wait);
    } else {
      const task = await appConversations.start(body);
      if (task.status === 'ERROR')
        problems.push(`the start task is in ERROR: ${task.detail}`);
    }

    const ids: string[] = [];
    for await (const { id } of sandboxes.search({ limit: 1 })) ids.push(id);
    if (!ids.includes(sandbox.id))
      problems.push(`${sandbox.id} is not on the pages of sandboxes`);
    return {
      summary:
        'sandbox and conversation started, followed, paused, resumed, listed',
      problems,
    };
  },
};
