/** The settings of every user, and the sandbox specs, from the options. */
import type { SandboxSpec, Settings } from '@agent-conversation/types';
import { childOf, isObject } from '@agent-conversation/contract';
import type { OperationId } from '@agent-conversation/validators';
import { exampleOf, secretNames } from '../contract.ts';
import { violationsIn } from '../validate.ts';

/**
 * Returns the settings that the mock responds with, as deployments show them (decision D19): flags state which secrets
 * there are, and the secrets themselves are null or empty.
 *
 * @throws {TypeError} naming the property that breaks the contract; never a value
 */
export function readSettings(given: unknown = exampleOf('getSettings', 200)): Settings {
  const stored = isObject(given) ? { llm_api_key_set: false, ...given } : given;
  checkBody('The settings break', 'getSettings', stored);
  const settings = stored as Settings;
  const tokens = Object.entries(settings.secrets_store?.provider_tokens ?? {});
  const hosts = tokens.map(([provider, token]) => {
    const host = childOf(token, 'host');
    return [provider, typeof host === 'string' ? host : null] as const;
  });
  const flagged: Settings = {
    ...settings,
    ...(settings.llm_api_key && { llm_api_key_set: true }),
    ...(settings.search_api_key && { search_api_key_set: true }),
    ...(tokens.length > 0 && {
      provider_tokens_set: { ...Object.fromEntries(hosts), ...settings.provider_tokens_set },
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
  if (items.length === 0) throw new TypeError('There must be at least one sandbox spec');
  const twice = items.find(({ id }, index) => items.findIndex((it) => it.id === id) < index);
  if (twice) throw new TypeError(`The sandbox spec ${twice.id} is there twice`);
  return oldestFirst(items);
}

/** Sorts what a response shows newest first, also where it does not say the time. */
export function oldestFirst<T extends { readonly created_at?: string | null }>(
  newestFirst: readonly T[],
): T[] {
  const time = ({ created_at }: T) => Date.parse(created_at ?? '');
  return newestFirst.toReversed().toSorted((a, b) => time(a) - time(b));
}

function checkBody(subject: string, id: OperationId, body: unknown): void {
  const [first] = violationsIn(id, { status: 200, body });
  if (!first) return;
  throw new TypeError(`${subject} the contract: ${first.pointer || 'the whole'} ${first.message}`);
}
