import type { OperationId } from '@agent-conversation/validators';
import type { Call } from './call.ts';
import { jsonOf } from './members.ts';
import type { Delivered } from './line.ts';
import type { Leftover } from './run.ts';

/** Something that the run made on the server. */
export interface CreatedResource {
  readonly kind: Leftover['kind'];
  /** Undefined if the response did not return it. */
  readonly id: string | undefined;
  /** The key that it was made with; null for none, where a server takes that. */
  readonly key: string | null;
  /** Whether it is sure that it was not there before. */
  readonly isNew: boolean;
}

/** What a request that may have made something says about it. */
interface Made {
  readonly operation: OperationId;
  readonly key: string | null;
  /** What was sent; undefined where it was no JSON. */
  readonly sent: unknown;
  /** What was received; undefined if there was no response, or no JSON. */
  readonly answer: unknown;
}

/** Everything that the run made on the server. */
export class CreatedResources {
  readonly #all: CreatedResource[] = [];
  readonly #onMade: (resource: CreatedResource) => void;

  /** @param onMade called with each thing, once */
  constructor(onMade: (resource: CreatedResource) => void) {
    this.#onMade = onMade;
  }

  get all(): readonly CreatedResource[] {
    return this.#all;
  }

  /** The sandboxes that may be changed. */
  get sandboxes(): readonly CreatedResource[] {
    return this.#all.filter(({ kind, isNew }) => kind === 'sandbox' && isNew);
  }

  /**
   * Notes what a call has made that succeeded, or can have made that got no response.
   *
   * @param delivered undefined if the run ended before the response
   */
  noteCall(call: Call, ownKey: string, delivered: Delivered | undefined): void {
    if (delivered && !mayHaveWorked(delivered)) return;
    const { operation, key = ownKey, body } = call;
    const answer =
      delivered && 'exchange' in delivered ? jsonOf(delivered.exchange.answer.body) : undefined;
    this.#note({ operation, key, sent: jsonOf(new TextDecoder().decode(body)), answer });
  }

  #note({ operation, key, sent, answer }: Made): void {
    const asked = textsOf(sent);
    const shown = textsOf(answer);
    if (operation === 'startSandbox') {
      this.#add({ kind: 'sandbox', id: shown['id'], key, isNew: true });
    } else if (operation === 'startAppConversation') {
      const id = shown['app_conversation_id'] ?? asked['conversation_id'];
      this.#add({ kind: 'app conversation', id, key, isNew: true });
      const sandbox = shown['sandbox_id'];
      // Where none was named, the server may have started one, or taken one that was there.
      if (asked['sandbox_id'] === undefined) {
        this.#add({ kind: 'sandbox', id: sandbox, key, isNew: false });
      }
    } else if (operation === 'createConversation') {
      const id = shown['conversation_id'] ?? asked['conversation_id'];
      this.#add({ kind: 'legacy conversation', id, key, isNew: true });
    }
  }

  #add(resource: CreatedResource): void {
    const { kind, id } = resource;
    if (id !== undefined && this.#all.some((it) => it.kind === kind && it.id === id)) return;
    this.#all.push(resource);
    this.#onMade(resource);
  }
}

function mayHaveWorked(delivered: Delivered): boolean {
  if ('exchange' in delivered) {
    const { status } = delivered.exchange.answer;
    return status >= 200 && status < 300;
  }
  return delivered.failure.keyword === 'timeout' || delivered.failure.keyword === 'broken';
}

/** The properties of a value that are strings. */
function textsOf(value: unknown): Partial<Record<string, string>> {
  const members = Object.entries(Object(value) as object);
  return Object.fromEntries(
    members.filter((it): it is [string, string] => typeof it[1] === 'string' && it[1] !== ''),
  );
}
