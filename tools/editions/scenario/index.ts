/** The scenario: every question that a decision about the contract answers, asked in one order. */
import {
  askInMissingSandbox,
  askInPausedSandbox,
  askInSandbox,
  askInUnknownSandbox,
  askWithNothing,
  askWithOwnSandbox,
  askWithOwnSandboxAgain,
  askWithoutConversations,
  startWithOwnSandbox,
} from './app-conversations.ts';
import {
  askForLegacyConversations,
  askForRemovedConversations,
} from './legacy-conversations.ts';
import { askForOther, askForRateLimit } from './other.ts';
import { type Recorded, Recorder } from './recorder.ts';
import { askForSandboxSpecs } from './sandbox-specs.ts';
import {
  askAboutMissingSandbox,
  askForPages,
  askLifecycle,
  askWhileStarting,
  askWithoutSandboxes,
  startSandbox,
  startSandboxOfSpec,
} from './sandboxes.ts';
import { askForMissingSettings, askForSettings } from './settings.ts';
import type { Target } from './target.ts';

export type { Recorded } from './recorder.ts';
export type { Target } from './target.ts';

/**
 * Asks a target all questions. It must have no settings and no sandboxes; at most two sandboxes run at a time, and they
 * still run at the end.
 *
 * @throws {Error} if a state does not come, with the last response
 */
export async function runScenario(target: Target): Promise<Recorded[]> {
  const recorder = new Recorder(target);
  await askForMissingSettings(recorder);
  await target.storeSettings();
  await askForSettings(recorder);
  await askForSandboxSpecs(recorder);
  await askWithoutSandboxes(recorder);

  await startWithOwnSandbox(recorder);
  await askWhileStarting(recorder);
  await askWithoutConversations(recorder);
  await askForOther(recorder);
  await askInUnknownSandbox(recorder);
  const ownSandbox = await askWithOwnSandbox(recorder);

  const sandbox = await startSandbox(recorder);
  await askLifecycle(recorder, sandbox.id);
  await askInSandbox(recorder, sandbox.id);
  await askInPausedSandbox(recorder, sandbox.id);

  const [conversation = ''] = await target.conversationIds();
  await target.endSandbox(ownSandbox);
  await target.endSandbox(sandbox);
  const newSandbox = await askWithOwnSandboxAgain(recorder);
  await askAboutMissingSandbox(recorder, sandbox);
  await askInMissingSandbox(recorder, conversation, sandbox.id);

  await target.endSandbox(newSandbox);
  await askWithNothing(recorder);
  await askForPages(recorder);
  await startSandboxOfSpec(recorder);

  if (target.hasLegacy) await askForLegacyConversations(recorder);
  else await askForRemovedConversations(recorder);
  await askForRateLimit(recorder);
  return recorder.recorded;
}
