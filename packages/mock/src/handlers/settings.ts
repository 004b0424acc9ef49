/** The settings of every user, and the sandbox specs, from the options. */
import type { SandboxSpec, Settings } from '@agent-conversation/types';
import { childOf, isObject } from '@agent-conversation/contract';
import type { OperationId } from '@agent-conversation/validators';
import { exampleOf, secretNames } from '../contract.ts';
import { ok } from '../response.ts';
import { Records } from '../state/records.ts';
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
): Records<SandboxSpec> {
  const page = Array.isArray(given) ? { items: given } : given;
  checkBody('The sandbox specs break', 'searchSandboxSpecs', page);
  const { items } = structuredClone(page) as { items: SandboxSpec[] };
  if (items.length === 0) throw new TypeError('There must be at least one sandbox spec');
  const time = ({ created_at }: SandboxSpec) => Date.parse(created_at ?? '');
  const records = new Records<SandboxSpec>();
  for (const spec of items.toReversed().toSorted((a, b) => time(a) - time(b))) {
    if (records.get(spec.id)) throw new TypeError(`The sandbox spec ${spec.id} is there twice`);
    records.add(spec);
  }
  return records;
}

function checkBody(subject: string, id: OperationId, body: unknown): void {
  const [first] = violationsIn(id, ok(body));
  if (!first) return;
  throw new TypeError(`${subject} the contract: ${first.pointer || 'the whole'} ${first.message}`);
}
