import type { OperationId } from '@agent-conversation/validators';
import type { Call } from './call.ts';
import { jsonOf } from './members.ts';
import type { Delivered } from './line.ts';
import type { Leftover } from './run.ts';

/** Something that the run made on the server. */
export interface Belonging {
  readonly kind: Leftover['kind'];
  /** Undefined where the answer did not tell it. */
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
  /** What was answered; undefined where there was no answer, or no JSON. */
  readonly answer: unknown;
}

/** Everything that the run made on the server. */
export class Belongings {
  readonly #all: Belonging[] = [];
  readonly #onMade: (belonging: Belonging) => void;

  /** @param onMade called with each thing, once */
  constructor(onMade: (belonging: Belonging) => void) {
    this.#onMade = onMade;
  }

  get all(): readonly Belonging[] {
    return this.#all;
  }

  /** The sandboxes that may be changed. */
  get sandboxes(): readonly Belonging[] {
    return this.#all.filter(({ kind, isNew }) => kind === 'sandbox' && isNew);
  }

  /**
   * Notes what a call has made that was answered with success, or may have made that was not answered.
   *
   * @param delivered undefined where the run ended before the answer was there
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
    const told = textsOf(answer);
    if (operation === 'startSandbox') {
      this.#add({ kind: 'sandbox', id: told['id'], key, isNew: true });
    } else if (operation === 'startAppConversation') {
      const id = told['app_conversation_id'] ?? asked['conversation_id'];
      this.#add({ kind: 'app conversation', id, key, isNew: true });
      const sandbox = told['sandbox_id'];
      // Where none was named, the server may have started one, or taken one that was there.
      if (asked['sandbox_id'] === undefined) {
        this.#add({ kind: 'sandbox', id: sandbox, key, isNew: false });
      }
    } else if (operation === 'createConversation') {
      const id = told['conversation_id'] ?? asked['conversation_id'];
      this.#add({ kind: 'legacy conversation', id, key, isNew: true });
    }
  }

  #add(belonging: Belonging): void {
    const { kind, id } = belonging;
    if (id !== undefined && this.#all.some((it) => it.kind === kind && it.id === id)) return;
    this.#all.push(belonging);
    this.#onMade(belonging);
  }
}

function mayHaveWorked(delivered: Delivered): boolean {
  if ('exchange' in delivered) {
    const { status } = delivered.exchange.answer;
    return status >= 200 && status < 300;
  }
  return delivered.failure.keyword === 'timeout' || delivered.failure.keyword === 'broken';
}

/** The members of a value that are texts. */
function textsOf(value: unknown): Partial<Record<string, string>> {
  const members = Object.entries(Object(value) as object);
  return Object.fromEntries(
    members.filter((it): it is [string, string] => typeof it[1] === 'string' && it[1] !== ''),
  );
}
