/// <reference lib="dom" />
import type { OperationValidator } from '@agent-conversation/validators';
import type { ConsoleData } from '../pages/console-data.ts';
import type { prepareSearch, SearchEntry } from '../search/find.ts';

type Validator = OperationValidator<'startSandbox'>;

/** What a script of `scripts/validators/` provides. */
export type LoadedValidator = Pick<
  Validator,
  'validateRequest' | 'validateResponse'
>;

/** What the scripts of a page share. Each is loaded when it is first needed. */
export interface Shared {
  prepareSearch?: typeof prepareSearch;
  searchEntries?: readonly SearchEntry[];
  openConsole?: (operationId: string) => void;
  /** That of the operation whose script was loaded last. */
  consoleData?: ConsoleData;
  /** Starts what belongs to the content of a page, after it has replaced that of another one. */
  startPage?: () => void;
  /** Whether the document stays while the reader goes from page to page. */
  keepsDocument?: boolean;
  validators?: Record<string, LoadedValidator>;
  /** The Markdown of the page. */
  markdown?: string;
}

declare global {
  var agentConversationDocs: Shared | undefined;
}

export const shared: Shared = (globalThis.agentConversationDocs ??= {});

type Attributes = Readonly<Record<string, string>>;

/** Makes an element with attributes and children. Text stays text: nothing in it is read as HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  ...parts: readonly (Attributes | Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  for (const part of parts) {
    if (typeof part === 'string' || part instanceof Node) created.append(part);
    else
      for (const [name, value] of Object.entries(part))
        created.setAttribute(name, value);
  }
  return created;
}

/** The root element, which has the state of the page: classes, language, path to the site's root. */
export const html: HTMLElement = document.documentElement;

/** The address of a file of the site, relative to the page. It also holds from `file:`. */
export function atRoot(path: string): string {
  return (html.dataset['root'] ?? '') + path;
}

const loading = new Map<string, Promise<void>>();

/** Runs a script of the site once, also from `file:`. @throws {Event} if it cannot be loaded; call again to retry */
export function loadScript(path: string): Promise<void> {
  const loaded = loading.get(path) ?? runScript(path);
  loading.set(path, loaded);
  loaded.catch(() => loading.delete(path));
  return loaded;
}

function runScript(path: string): Promise<void> {
  const script = element('script', { src: atRoot(path) });
  return new Promise((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', reject);
    document.head.append(script);
  });
}
