import type { Metrics, Settings } from '@agent-conversation/types';
import { digest } from '../state/ids.ts';
import type { AppConversationRecord } from '../state/store.ts';

/**
 * Returns what a conversation has used: made up, and the same for the same conversation; null when it has used
 * nothing. An example of the contract continues with what it shows.
 */
export function metricsOf(
  settings: Settings,
  { id, turns, shown }: AppConversationRecord,
  model: string | null,
): Metrics | null {
  const before = shown.metrics;
  if (turns === 0) return before ?? null;
  const used = before?.accumulated_token_usage ?? {};
  const cost = (before?.accumulated_cost ?? 0) * 100_000;
  const chance = Number.parseInt(digest(id).slice(0, 4), 16) / 0xffff;
  const prompt = Math.round(turns * (9000 + 30_000 * chance));
  const completion = Math.round(prompt / 15);
  const name = model ?? 'default';
  return {
    model_name: name,
    accumulated_cost: Math.round(cost + prompt * 0.3 + completion * 1.5) / 100_000,
    max_budget_per_task: settings.max_budget_per_task ?? null,
    accumulated_token_usage: {
      model: name,
      prompt_tokens: (used.prompt_tokens ?? 0) + prompt,
      completion_tokens: (used.completion_tokens ?? 0) + completion,
      cache_read_tokens: (used.cache_read_tokens ?? 0) + Math.round(prompt * 0.8),
      cache_write_tokens: (used.cache_write_tokens ?? 0) + Math.round(prompt * 0.1),
      reasoning_tokens: (used.reasoning_tokens ?? 0) + Math.round(completion / 5),
      context_window: 200_000,
      per_turn_token: Math.round((prompt + completion) / turns),
      response_id: `msg_${digest(`${id} ${turns}`).slice(0, 12)}`,
    },
  };
}
