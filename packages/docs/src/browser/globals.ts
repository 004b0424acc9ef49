/// <reference lib="dom" />
import type { AnswerParts, Violation } from '@agent-conversation/validators';
import type { SearchEntry } from '../search/entry.ts';

/** What a script of `scripts/validators/` brings along. */
export interface LoadedValidator {
  readonly validateAnswer: (parts: AnswerParts) => {
    readonly valid: boolean;
    readonly violations?: readonly Violation[];
  };
  /** The names of the members that must not be shown. */
  readonly secrets: readonly string[];
}

/**
 * What the scripts of a page hand one another. Each is loaded when something is not there yet; a page that
 * stands alone may have all of them inside.
 */
export interface Shared {
  /** @param typed what was typed before the search was there */
  openSearch?: (typed: string) => void;
  searchEntries?: readonly SearchEntry[];
  runSample?: (sample: HTMLElement) => Promise<void>;
  validators?: Record<string, LoadedValidator>;
}

declare global {
  var agentConversationDocs: Shared | undefined;
}

export const shared: Shared = (globalThis.agentConversationDocs ??= {});
