/** The mock as a target of the scenario, in this process. */
import {
  createMock,
  type EditionName,
  type Mock,
  type MockOptions,
} from '@agent-conversation/mock';
import type { Settings } from '@agent-conversation/types';
import type { Target } from '../scenario/target.ts';

const key = 'any';

/** What the scenario stores, as {@link Target.storeSettings} of an edition does. */
const settings: Partial<Settings> = {
  language: 'en',
  agent: 'CodeActAgent',
  llm_model: 'openai/gpt-4o',
  llm_base_url: 'http://127.0.0.1:8000/v1',
};

const sandboxSpecs = ['1.2', '1.1'].map((version) => ({
  id: `ghcr.io/acme/agent-server:${version}-python`,
  command: ['python', '-m', 'openhands.agent_server'],
  created_at: '2026-01-01T00:00:00Z',
  initial_env: { OH_ENABLE_VS_CODE: '0' },
  working_dir: '.',
}));

/** Returns a mock that behaves like an edition. Its clock moves only when the scenario waits. */
export function mockTarget(edition: EditionName): Target {
  const options: MockOptions = {
    edition,
    seed: edition,
    acceptKeys: [key],
    clock: 'manual',
    // The service delays what exceeds 10 requests, and rejects what exceeds 20.
    rateLimit: 20,
    sandboxSpecs,
  };
  let mock: Mock = createMock({ ...options, settings: null });
  let time = 0;
  return {
    send: async (request) => mock.fetch(request),
    baseUrl: 'http://mock',
    key,
    hasLegacy: edition !== '1.11.0',
    storeSettings: async () => {
      mock = createMock({ ...options, settings });
    },
    now: () => time,
    sleep: async (milliseconds) => {
      mock.advance(milliseconds);
      time += milliseconds;
    },
    conversationIds: async () => {
      const { appConversations } = mock.state(key);
      return appConversations.flatMap(({ id }) => id ?? []);
    },
    endSandbox: async ({ id }) => {
      const sandbox = mock.state(key).sandboxes.find((it) => it.id === id);
      if (sandbox?.status !== 'MISSING') mock.happen(id, 'MISSING', key);
    },
  };
}
