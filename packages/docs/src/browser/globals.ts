/// <reference lib="dom" />
import type { OperationValidator } from '@agent-conversation/validators';
import type { MenuGroup } from '../html/menu.ts';
import type { prepareSearch, SearchEntry } from '../search/find.ts';

type Validator = OperationValidator<'startSandbox'>;

/** What a script of `scripts/validators/` provides. */
export interface LoadedValidator extends Pick<Validator, 'validateRequest' | 'validateResponse'> {
  /** The names of the properties that must not be shown. */
  readonly secrets: readonly string[];
}

/** What the scripts of a page share. Each is loaded when it is first needed. */
export interface Shared {
  prepareSearch?: typeof prepareSearch;
  searchEntries?: readonly SearchEntry[];
  openConsole?: (button: HTMLElement) => void;
  validators?: Record<string, LoadedValidator>;
  menu?: readonly MenuGroup[];
  /** The Markdown of the page. */
  markdown?: string;
}

declare global {
  var agentConversationDocs: Shared | undefined;
}

export const shared: Shared = (globalThis.agentConversationDocs ??= {});
