/** The settings of V1, which the newest edition has instead of the legacy ones. The contract does not have them. */
import type { Settings } from '@agent-conversation/types';

/** Returns settings in their newer form: what clients of the older one read, and no more. */
export function newestSettings(settings: Settings): object {
  const { llm_model, llm_base_url, agent, max_iterations, confirmation_mode } =
    settings;
  const {
    security_analyzer,
    condenser_max_size,
    enable_default_condenser,
    ...others
  } = settings;
  const {
    mcp_config,
    llm_api_key,
    enable_solvability_analysis: _,
    ...shared
  } = others;
  const moved = new Set([
    'llm_model',
    'llm_base_url',
    'agent',
    'max_iterations',
    'confirmation_mode',
  ]);
  const kept = Object.entries(shared).filter(([name]) => !moved.has(name));
  return {
    ...(Object.fromEntries(kept) as object),
    agent_settings: {
      schema_version: 4,
      agent_kind: 'openhands',
      agent,
      llm: {
        model: llm_model,
        api_key: llm_api_key ?? null,
        base_url: llm_base_url,
      },
      mcp_config: mcp_config ?? {},
      condenser: {
        enabled: enable_default_condenser,
        max_size: condenser_max_size ?? 240,
      },
    },
    conversation_settings: {
      schema_version: 1,
      max_iterations: max_iterations ?? 500,
      confirmation_mode: confirmation_mode ?? false,
      security_analyzer: security_analyzer ?? 'llm',
    },
  };
}
