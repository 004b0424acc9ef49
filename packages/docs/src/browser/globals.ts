/// <reference lib="dom" />
import type { ResponseParts, Violation } from '@agent-conversation/validators';
import type { SearchEntry } from '../search/entry.ts';

/** What a script of `scripts/validators/` provides. */
export interface LoadedValidator {
  readonly validateResponse: (parts: ResponseParts) => {
    readonly valid: boolean;
    readonly violations?: readonly Violation[];
  };
  /** The names of the properties that must not be shown. */
  readonly secrets: readonly string[];
}

/**
 * What the scripts of a page share. Each is loaded when it is first needed; a page that stands alone may
 * contain all of them.
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
