import { setTimeout } from 'node:timers/promises';
import { type Client, createClient } from '@agent-conversation/client';

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
  readonly #client: Client;

  /** @param all what all callers have made; this one adds its own */
  constructor(baseUrl: string, key: string, all: Things) {
    this.key = key;
    this.#all = all;
    this.#client = createClient({
      baseUrl,
      apiKey: key,
      fetch: async (request) => {
        const response = await fetch(request);
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
      const answer = await this.#client.GET('/api/v1/sandboxes/search', { params: { query } });
      found.push(...this.#expect(200, answer)!.items.map(({ id }) => id));
      next = answer.data?.next_page_id;
    } while (next);
    return found;
  }

  /** The titles of the app conversations that are listed. */
  async listTitles(): Promise<string[]> {
    const list = this.#expect(200, await this.#client.GET('/api/v1/app-conversations'))!;
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
    const answer = await this.#client.POST('/api/v1/sandboxes');
    this.#remember('sandboxes', this.#expect(200, answer)!.id);
  }

  async #change(change: 'pause' | 'resume', id: string, status: number): Promise<void> {
    const options = { params: { path: { sandbox_id: id } } };
    const answer =
      change === 'pause'
        ? await this.#client.POST('/api/v1/sandboxes/{sandbox_id}/pause', options)
        : await this.#client.POST('/api/v1/sandboxes/{sandbox_id}/resume', options);
    this.#expect(status, answer);
  }

  async #startConversation(sandbox?: string, status = 200): Promise<void> {
    const title = `<title of ${this.key}, ${this.own.titles.length}>`;
    const body = { title, ...(sandbox === undefined ? {} : { sandbox_id: sandbox }) };
    const task = this.#expect(
      status,
      await this.#client.POST('/api/v1/app-conversations', { body }),
    );
    if (!task) return;
    this.#remember('titles', title);
    if (sandbox === undefined) this.#remember('sandboxes', task.sandbox_id!);
  }

  async #converse(id?: string): Promise<void> {
    const body = id === undefined ? {} : { conversation_id: id };
    const made = this.#expect(200, await this.#client.POST('/api/conversations', { body }))!;
    if (id === undefined) this.#remember('conversations', made.conversation_id);
  }

  #remember(kind: keyof Things, id: string): void {
    this.own[kind].push(id);
    this.#all[kind].push(id);
  }

  #expect<T>(status: number, { data, response }: { data?: T; response: Response }): T | undefined {
    if (response.status !== status) {
      const asked = `${response.url} of ${this.key}`;
      throw new Error(`${asked}: ${response.status} instead of ${status}: ${this.answers.at(-1)}`);
    }
    return data;
  }
}
