/** The settings, before and after they are stored. */
import { askAll, get, noSandbox, post, withoutValidKey } from './requests.ts';
import type { Recorder } from './recorder.ts';

const settings = get('/api/settings');
const newerSettings = get('/api/v1/settings');

/** Asks for settings that nobody has stored, and for what may need them. */
export async function askForMissingSettings(recorder: Recorder): Promise<void> {
  await recorder.ask('getSettings', 'not-stored', settings);
  await recorder.ask('other', 'newer-settings-not-stored', newerSettings);
  const needing = {
    createConversation: {
      ...post('/api/conversations'),
      body: { initial_user_msg: 'Fix the basket.' },
    },
    searchSandboxes: get('/api/v1/sandboxes/search'),
    searchSandboxSpecs: get('/api/v1/sandbox-specs/search'),
    startAppConversation: {
      ...post('/api/v1/app-conversations'),
      body: { sandbox_id: noSandbox },
    },
  };
  for (const [operationId, question] of Object.entries(needing))
    await recorder.ask(operationId, 'settings-not-stored', question);
}

/** Asks for settings that are stored. */
export async function askForSettings(recorder: Recorder): Promise<void> {
  await askAll(recorder, 'getSettings', {
    stored: settings,
    ...withoutValidKey(settings),
  });
  await recorder.ask('other', 'newer-settings-stored', newerSettings);
}
