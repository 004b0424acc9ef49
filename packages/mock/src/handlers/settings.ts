/** The settings of every user, and the sandbox specs, from the options. */
import type { SandboxSpec, Settings } from '@agent-conversation/types';
import { isObject, objectOf, type Schema } from '@agent-conversation/contract';
import type { OperationId } from '@agent-conversation/validators';
import { contract, exampleOf, operationsById, resolve } from '../contract.ts';
import { Records } from '../state/store.ts';

type Properties = Readonly<Record<string, unknown>>;

/**
 * Returns the settings that the mock responds with.
 *
 * @throws {TypeError} naming the property that breaks the contract; never a value
 */
export function readSettings(settings: unknown = exampleOf('getSettings', 200)): Settings {
  const stored = isObject(settings) ? { llm_api_key_set: false, ...settings } : settings;
  checkBody('The settings break', 'getSettings', stored);
  return withoutSecrets(objectOf(stored));
}

/**
 * Returns the sandbox specs that the mock responds with, from the oldest to the newest.
 *
 * @param specs a list, or a page as `searchSandboxSpecs` returns it
 * @throws {TypeError} naming the property that breaks the contract, or an id that occurs twice
 */
export function readSandboxSpecs(
  specs: unknown = exampleOf('searchSandboxSpecs', 200),
): Records<SandboxSpec> {
  const page = Array.isArray(specs) ? { items: specs } : specs;
  checkBody('The sandbox specs break', 'searchSandboxSpecs', page);
  const { items } = structuredClone(page) as { items: SandboxSpec[] };
  const oldestFirst = items
    .toReversed()
    .toSorted((a, b) => Date.parse(a.created_at ?? '') - Date.parse(b.created_at ?? '') || 0);
  const records = new Records<SandboxSpec>();
  for (const spec of oldestFirst) {
    if (records.get(spec.id)) throw new TypeError(`The sandbox spec ${spec.id} is there twice`);
    records.add(spec);
  }
  if (oldestFirst.length === 0) throw new TypeError('There must be at least one sandbox spec');
  return records;
}

function checkBody(subject: string, id: OperationId, body: unknown): void {
  const message = { status: 200, contentType: 'application/json', body };
  const result = operationsById[id].validateAnswer(message, { closed: true });
  if (result.valid) return;
  const [first] = result.violations;
  throw new TypeError(
    `${subject} the contract: ${first?.pointer || 'the whole'} ${first?.message}`,
  );
}

/**
 * Returns settings as deployments show them (decision D19): flags state which secrets there are, and the secrets
 * themselves are null, or empty, or left out where the contract allows neither.
 */
function withoutSecrets(stored: Properties): Settings {
  const isSet = (name: string) => ![null, undefined, ''].includes(stored[name] as null);
  const tokens = Object.entries(objectOf(objectOf(stored['secrets_store'])['provider_tokens']));
  const hosts = tokens.map(([provider, token]) => {
    const { host } = objectOf(token);
    return [provider, typeof host === 'string' ? host : null] as const;
  });
  const flags = {
    ...(isSet('llm_api_key') && { llm_api_key_set: true }),
    ...(isSet('search_api_key') && { search_api_key_set: true }),
    ...(tokens.length > 0 && {
      provider_tokens_set: {
        ...Object.fromEntries(hosts),
        ...objectOf(stored['provider_tokens_set']),
      },
    }),
  };
  return hideSecrets(contract.components.schemas['Settings']!, {
    ...stored,
    ...flags,
  }) as Settings;
}

/** Returns a value without what its schema annotates as secret. */
function hideSecrets(schema: Schema, value: unknown): unknown {
  const { anyOf, items, properties = {} } = resolve<Schema>(schema);
  if (anyOf) return anyOf.reduce((hidden, choice) => hideSecrets(choice, hidden), value);
  if (Array.isArray(value)) return items ? value.map((item) => hideSecrets(items, item)) : value;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, property]) => {
      const known = Object.hasOwn(properties, name) ? properties[name]! : {};
      if (!known['x-secret']) return [[name, hideSecrets(known, property)] as const];
      const types = [resolve<Schema>(known).type].flat();
      if (types.includes('null')) return [[name, null] as const];
      return types.includes('object') ? [[name, {}] as const] : [];
    }),
  );
}
