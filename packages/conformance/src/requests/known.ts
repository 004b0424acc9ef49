/** What was handed out so far, for requests to name again. */
export interface Known {
  readonly sandboxes: string[];
  readonly specs: string[];
  /** Ids of V1 conversations. */
  readonly conversations: string[];
  /** Ids of legacy conversations. */
  readonly legacy: string[];
  /** By the operation that gave them. */
  readonly pages: Readonly<Record<string, string[]>>;
}

/** Knows nothing yet. */
export function nothingKnown(): Known {
  return {
    sandboxes: [],
    specs: [],
    conversations: [],
    legacy: [],
    pages: { searchSandboxes: [], searchSandboxSpecs: [] },
  };
}

/** The members of answers that are ids, all of them together. */
interface Answer {
  readonly id?: string;
  readonly sandbox_id?: string | null;
  readonly app_conversation_id?: string | null;
  readonly conversation_id?: string;
  readonly items?: readonly Answer[];
  readonly next_page_id?: string | null;
}

/** Takes the ids from the body of an answer with status 200. */
export function learn(known: Known, operationId: string, body: unknown): void {
  const answer = body as Answer;
  switch (operationId) {
    case 'startSandbox':
      remember(known.sandboxes, answer.id);
      break;
    case 'startAppConversation':
      remember(known.sandboxes, answer.sandbox_id);
      remember(known.conversations, answer.app_conversation_id);
      break;
    case 'createConversation':
      remember(known.legacy, answer.conversation_id);
      break;
    case 'listAppConversations':
      remember(known.conversations, (body as readonly (Answer | null)[])[0]?.id);
      break;
    case 'searchSandboxes':
      // The oldest one, too: it is from before the run, and may have broken down.
      remember(known.sandboxes, answer.items?.at(0)?.id);
      remember(known.sandboxes, answer.items?.at(-1)?.id);
      remember(known.pages[operationId]!, answer.next_page_id);
      break;
    case 'searchSandboxSpecs':
      remember(known.specs, answer.items?.at(0)?.id);
      remember(known.specs, answer.items?.at(-1)?.id);
      remember(known.pages[operationId]!, answer.next_page_id);
      break;
    default:
  }
}

const memory = 200;

function remember(ids: string[], id: string | null | undefined): void {
  if (id === undefined || id === null || ids.includes(id)) return;
  if (ids.push(id) > memory) ids.shift();
}
