/** The settings, before and after they are stored. */
import { askAll, noSandbox, withoutValidKey } from './requests.ts';
import type { Question, Recorder } from './recorder.ts';

const settings: Question = { method: 'GET', path: '/api/settings' };
const newerSettings: Question = { method: 'GET', path: '/api/v1/settings' };

const searches = [
  ['searchSandboxes', '/api/v1/sandboxes/search'],
  ['searchSandboxSpecs', '/api/v1/sandbox-specs/search'],
] as const;

/** Asks for settings that nobody has stored, and for what may need them. */
export async function askForMissingSettings(recorder: Recorder): Promise<void> {
  await recorder.ask('getSettings', 'not-stored', settings);
  await recorder.ask('other', 'newer-settings-not-stored', newerSettings);
  await recorder.ask('createConversation', 'settings-not-stored', {
    method: 'POST',
    path: '/api/conversations',
    body: { initial_user_msg: 'Fix the basket.' },
  });
  for (const [operationId, path] of searches) {
    await recorder.ask(operationId, 'settings-not-stored', {
      method: 'GET',
      path,
    });
  }
  await recorder.ask('startAppConversation', 'settings-not-stored', {
    method: 'POST',
    path: '/api/v1/app-conversations',
    body: { sandbox_id: noSandbox },
  });
}

/** Asks for settings that are stored. */
export async function askForSettings(recorder: Recorder): Promise<void> {
  await askAll(recorder, 'getSettings', {
    stored: settings,
    ...withoutValidKey(settings),
  });
  await recorder.ask('other', 'newer-settings-stored', newerSettings);
}
