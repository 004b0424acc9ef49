import type { Settings } from '@agent-conversation/types';
import { resolve, type Schema, schemas } from '../contract.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * Settings as a deployment shows them (decision D19): flags tell which secrets are there, and the
 * secrets themselves are null, or empty, or left out where the contract allows neither.
 *
 * @param stored the settings of the contract; they may hold secrets
 */
export function withoutSecrets(stored: Members): Settings {
  const flags: Record<string, unknown> = {
    llm_api_key_set: stored['llm_api_key_set'] ?? isSet(stored['llm_api_key']),
  };
  if (isSet(stored['llm_api_key'])) flags['llm_api_key_set'] = true;
  if (isSet(stored['search_api_key'])) flags['search_api_key_set'] = true;
  const tokens = hostsOf(stored['secrets_store']);
  if (tokens)
    flags['provider_tokens_set'] = { ...tokens, ...asMembers(stored['provider_tokens_set']) };
  return hide(schemas['Settings']!, { ...stored, ...flags }) as Settings;
}

function isSet(secret: unknown): boolean {
  return secret !== null && secret !== undefined && secret !== '';
}

/** The host of each git provider for which a token is stored, or null. */
function hostsOf(secrets: unknown): Record<string, string | null> | undefined {
  const tokens = Object.entries(asMembers(asMembers(secrets)['provider_tokens']));
  if (tokens.length === 0) return undefined;
  return Object.fromEntries(
    tokens.map(([provider, token]) => {
      const { host } = asMembers(token);
      return [provider, typeof host === 'string' ? host : null];
    }),
  );
}

function asMembers(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}

/** A value without what its schema marks as secret. */
function hide(schema: Schema, value: unknown): unknown {
  const { anyOf, items, properties = {} } = resolve<Schema>(schema);
  if (anyOf) return anyOf.reduce((hidden, choice) => hide(choice, hidden), value);
  if (Array.isArray(value)) return items ? value.map((item) => hide(items, item)) : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const known = Object.hasOwn(properties, name) ? properties[name]! : {};
      if (!known['x-secret']) return [[name, hide(known, member)] as const];
      const types = [resolve<Schema>(known).type].flat();
      if (types.includes('null')) return [[name, null] as const];
      return types.includes('object') ? [[name, {}] as const] : [];
    }),
  );
}
