import { setTimeout } from 'node:timers/promises';
import {
  connect,
  type Connection,
  createConversation,
  listAppConversations,
  pauseSandbox,
  resumeSandbox,
  searchSandboxes,
  startAppConversation,
  startSandbox,
} from '@agent-conversation/client/operations';

/** What can be done at a step of a walk. */
export const stepKinds = [
  'startSandbox',
  'startConversation',
  'startInOwnSandbox',
  'createConversation',
  'joinConversation',
  'pause',
  'resume',
  'search',
  'list',
  'pauseForeign',
  'startInForeignSandbox',
] as const;

/** One step of a walk. */
export interface Step {
  readonly kind: (typeof stepKinds)[number];
  /** Chooses among the things there are. */
  readonly choice: number;
  /** How long to wait before it, in milliseconds. */
  readonly pause: number;
}

/** What was made: ids, and the titles of app conversations. */
export interface Things {
  readonly sandboxes: string[];
  readonly titles: string[];
  /** Of the legacy generation. */
  readonly conversations: string[];
}

/** How many sandboxes a page holds: few, so that there are pages to turn. */
const pageSize = 3;

/** One who uses the service with a key of its own, and remembers what it made and what it was shown. */
export class Caller {
  readonly key: string;
  readonly own: Things = { sandboxes: [], titles: [], conversations: [] };
  /** The text of every answer. */
  readonly answers: string[] = [];
  readonly #all: Things;
  readonly #connection: Connection;

  /** @param all what all callers have made; this one adds its own */
  constructor(baseUrl: string, key: string, all: Things) {
    this.key = key;
    this.#all = all;
    this.#connection = connect({
      baseUrl,
      apiKey: key,
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        this.answers.push(await response.clone().text());
        return response;
      },
    });
  }

  /** @throws {Error} when an answer has another status than it should */
  async walk(steps: readonly Step[]): Promise<void> {
    for (const { kind, choice, pause } of steps) {
      await setTimeout(pause);
      await this.#take(kind, choice);
    }
  }

  async resumeAll(): Promise<void> {
    for (const id of this.own.sandboxes) await this.#change('resume', id, 200);
  }

  /** The ids of the sandboxes that the search shows, over all its pages. */
  async searchAll(): Promise<string[]> {
    const found: string[] = [];
    let next: string | null | undefined;
    do {
      const query = { limit: pageSize, ...(next ? { page_id: next } : {}) };
      const page = this.#expect(200, await searchSandboxes(this.#connection, query));
      found.push(...page.items.map(({ id }) => id));
      next = page.next_page_id;
    } while (next);
    return found;
  }

  /** The titles of the app conversations that are listed. */
  async listTitles(): Promise<string[]> {
    const list = this.#expect(200, await listAppConversations(this.#connection));
    return list.map((conversation) => String(conversation?.title));
  }

  async #take(kind: Step['kind'], choice: number): Promise<void> {
    const chosen = (list: readonly string[]) => list[choice % list.length];
    const foreign = chosen(this.#all.sandboxes.filter((id) => !this.own.sandboxes.includes(id)));
    const own = chosen(this.own.sandboxes);
    if (kind === 'search') await this.searchAll();
    else if (kind === 'list') await this.listTitles();
    else if (kind === 'createConversation') await this.#converse();
    else if (kind === 'joinConversation') await this.#converse(chosen(this.own.conversations));
    else if (kind === 'startConversation') await this.#startConversation();
    else if (kind === 'pauseForeign' && foreign) await this.#change('pause', foreign, 404);
    else if (kind === 'startInForeignSandbox' && foreign) {
      await this.#startConversation(foreign, 404);
    } else if (kind === 'startSandbox' || !own) await this.#startSandbox();
    else if (kind === 'startInOwnSandbox') await this.#startConversation(own);
    else if (kind === 'pause' || kind === 'resume') await this.#change(kind, own, 200);
  }

  async #startSandbox(): Promise<void> {
    this.#remember('sandboxes', this.#expect(200, await startSandbox(this.#connection)).id);
  }

  async #change(change: 'pause' | 'resume', id: string, status: 200 | 404): Promise<void> {
    const send = change === 'pause' ? pauseSandbox : resumeSandbox;
    this.#expect(status, await send(this.#connection, id));
  }

  async #startConversation(sandbox?: string, status: 200 | 404 = 200): Promise<void> {
    const title = `<title of ${this.key}, ${this.own.titles.length}>`;
    const body = { title, ...(sandbox === undefined ? {} : { sandbox_id: sandbox }) };
    const result = await startAppConversation(this.#connection, body);
    this.#expect(status, result);
    if (result.status !== 200) return;
    this.#remember('titles', title);
    if (sandbox === undefined) this.#remember('sandboxes', result.data.sandbox_id!);
  }

  async #converse(id?: string): Promise<void> {
    const body = id === undefined ? {} : { conversation_id: id };
    const made = this.#expect(200, await createConversation(this.#connection, body));
    if (id === undefined) this.#remember('conversations', made.conversation_id);
  }

  #remember(kind: keyof Things, id: string): void {
    this.own[kind].push(id);
    this.#all[kind].push(id);
  }

  #expect<Status extends Result['status'], R extends Result>(
    status: Status,
    result: R,
  ): Extract<R, { status: Status; data: unknown }>['data'] {
    if (result.status === status) return (result as { data?: unknown }).data;
    const answer = this.answers.at(-1);
    throw new Error(`${this.key} got ${result.status} instead of ${status}: ${answer}`);
  }
}

/** What any of the operations gives. */
interface Result {
  readonly status: number | 'unexpected';
}
