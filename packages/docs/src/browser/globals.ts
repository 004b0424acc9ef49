/// <reference lib="dom" />
import type { OperationValidator } from '@agent-conversation/validators';
import type { prepareSearch, SearchEntry } from '../search/find.ts';

type Validator = OperationValidator<'startSandbox'>;

/** What a script of `scripts/validators/` provides. */
export type LoadedValidator = Pick<Validator, 'validateRequest' | 'validateResponse'>;

/** What the scripts of a page share. Each is loaded when it is first needed. */
export interface Shared {
  prepareSearch?: typeof prepareSearch;
  searchEntries?: readonly SearchEntry[];
  openConsole?: (button: HTMLElement) => void;
  validators?: Record<string, LoadedValidator>;
  /** The HTML of the whole menu, with links from the root of the site. */
  menu?: string;
  /** The Markdown of the page. */
  markdown?: string;
}

declare global {
  var agentConversationDocs: Shared | undefined;
}

export const shared: Shared = (globalThis.agentConversationDocs ??= {});
