/** What the states of all keys have in common, from the options. */
import type { SandboxSpec, Settings } from '@agent-conversation/types';
import { childOf, isObject } from '@agent-conversation/contract';
import type { OperationId } from '@agent-conversation/validators';
import { exampleOf, secretNames } from '../contract.ts';
import type { CheckedOptions, MockOptions } from '../options.ts';
import { type Edition, editionOf } from '../editions/editions.ts';
import { createClock, type Origin, type Shared } from '../state/store.ts';
import { violationsIn } from '../validate.ts';
import {
  createSeedData,
  exampleData,
  mergeData,
  oldestFirst,
} from './seed-data.ts';

/** @throws {TypeError} if the settings or the sandbox specs break the contract */
export function readShared(
  options: CheckedOptions,
  origin: Origin = {},
): Shared {
  const { data = {}, examples = false } = options;
  const edition = editionOf(options.edition);
  const shown = examples ? exampleData() : {};
  const hasSeedData = examples || options.data !== undefined;
  const seedData = hasSeedData
    ? createSeedData(mergeData(shown, data), shown)
    : undefined;
  const specs = data.sandboxSpecs?.map((spec) => ({ command: null, ...spec }));
  return {
    clock: createClock(options.clock, seedData?.time),
    settings: settingsOf(options, edition),
    sandboxSpecs: readSandboxSpecs(
      specs ?? options.sandboxSpecs ?? edition.sandboxSpecs ?? undefined,
    ),
    startupTimeInMs: options.startupTimeInMs ?? 2000,
    edition,
    seedData,
    origin,
  };
}

/** Returns the settings that an edition shows: with all properties that it has. */
function settingsOf(
  options: CheckedOptions,
  edition: Edition,
): Settings | null {
  const { settings, data } = options;
  const changes = withoutUndefined(data?.settings);
  const stored = changes === undefined ? withoutUndefined(settings) : changes;
  if (stored === null) return null;
  // Where the contract decides, nothing is added.
  if (!edition.requests) {
    return readSettings(
      changes ? { ...contractSettings(), ...changes } : stored,
    );
  }
  const usual = changes
    ? { ...usualSettings, ...changes }
    : (stored ?? usualSettings);
  return readSettings({ ...newSettings, ...edition.settings, ...usual });
}

/** Copies settings as JSON, which has no undefined properties. */
function withoutUndefined(
  settings: MockOptions['settings'],
): Partial<Settings> | null | undefined {
  if (!settings) return settings;
  return JSON.parse(JSON.stringify(settings)) as Partial<Settings>;
}

/** The settings that the contract's example shows. */
function contractSettings(): Settings {
  return exampleOf('getSettings', 200) as Settings;
}

/** What a user stores at least. */
const usualSettings: Partial<Settings> = {
  language: 'en',
  agent: 'CodeActAgent',
  confirmation_mode: false,
  llm_model: 'openai/gpt-4o',
  llm_base_url: 'https://llm.acme.example/v1',
  llm_api_key_set: true,
};

/** The settings of a user who has changed nothing. */
const newSettings: Settings = {
  language: null,
  agent: null,
  max_iterations: null,
  security_analyzer: null,
  confirmation_mode: null,
  llm_model: null,
  llm_api_key: null,
  llm_base_url: null,
  remote_runtime_resource_factor: null,
  secrets_store: { provider_tokens: {} },
  enable_default_condenser: true,
  enable_sound_notifications: false,
  enable_proactive_conversation_starters: true,
  enable_solvability_analysis: true,
  user_consents_to_analytics: null,
  sandbox_base_container_image: null,
  sandbox_runtime_container_image: null,
  mcp_config: null,
  search_api_key: null,
  sandbox_api_key: null,
  max_budget_per_task: null,
  condenser_max_size: null,
  email: null,
  email_verified: null,
  git_user_name: null,
  git_user_email: null,
  provider_tokens_set: {},
  llm_api_key_set: false,
  search_api_key_set: false,
};

/**
 * Returns the settings that the mock responds with, as deployments show them (decision D19): flags state which secrets
 * there are, and the secrets themselves are null or empty.
 *
 * @throws {TypeError} naming the property that breaks the contract; never a value
 */
export function readSettings(given: unknown = contractSettings()): Settings {
  const stored = isObject(given) ? { llm_api_key_set: false, ...given } : given;
  checkBody('The settings break', 'getSettings', stored);
  const settings = stored as Settings;
  const tokens = Object.entries(settings.secrets_store?.provider_tokens ?? {});
  const hosts = tokens.map(([provider, token]) => [
    provider,
    childOf(token, 'host') ?? null,
  ]);
  const flagged: Settings = {
    ...settings,
    ...(settings.llm_api_key && { llm_api_key_set: true }),
    ...(settings.search_api_key && { search_api_key_set: true }),
    ...(tokens.length > 0 && {
      provider_tokens_set: {
        ...(Object.fromEntries(hosts) as object),
        ...settings.provider_tokens_set,
      },
    }),
  };
  const json = JSON.stringify(flagged, (name, value: unknown) => {
    if (!secretNames.has(name)) return value;
    return isObject(value) ? {} : null;
  });
  return JSON.parse(json) as Settings;
}

/**
 * Returns the sandbox specs that the mock responds with, from the oldest to the newest.
 *
 * @param given a list, or a page as `searchSandboxSpecs` returns it
 * @throws {TypeError} naming the property that breaks the contract, or an id that occurs twice
 */
export function readSandboxSpecs(
  given: unknown = exampleOf('searchSandboxSpecs', 200),
): readonly SandboxSpec[] {
  const page = Array.isArray(given) ? { items: given } : given;
  checkBody('The sandbox specs break', 'searchSandboxSpecs', page);
  const { items } = structuredClone(page) as { items: SandboxSpec[] };
  if (items.length === 0)
    throw new TypeError('There must be at least one sandbox spec');
  const twice = items.find(
    ({ id }, index) => items.findIndex((it) => it.id === id) < index,
  );
  if (twice) throw new TypeError(`The sandbox spec ${twice.id} is there twice`);
  return oldestFirst(items);
}

function checkBody(subject: string, id: OperationId, body: unknown): void {
  const [first] = violationsIn(id, { status: 200, body });
  if (!first) return;
  throw new TypeError(
    `${subject} the contract: ${first.pointer || 'the whole'} ${first.message}`,
  );
}
