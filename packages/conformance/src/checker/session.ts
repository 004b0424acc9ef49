/** What the checks of a run share: calls, and what they create on the server. */
import type { OperationId } from '@agent-conversation/validators';
import { operationOf } from '../contract.ts';
import { jsonOf } from '../oracle/exchange.ts';
import { omissionRule, type Rule } from '../oracle/rules.ts';
import { bytes, keyHeader } from '../requests/valid-requests.ts';
import type { Settings } from './options.ts';
import type { Leftover } from './run.ts';
import { type Delivered, type Outgoing, Sender } from './sender.ts';
import { StateWatch } from './state-watch.ts';
import { propertiesOf, textOf } from './values.ts';

export interface Session {
  readonly settings: Settings;
  readonly sender: Sender;
  readonly created: CreatedResources;
  /** The states that were seen so far. */
  readonly watches: {
    readonly sandboxes: StateWatch;
    readonly agents: StateWatch;
    readonly conversations: StateWatch;
  };
  /** The ids of app conversations that were listed, as 32 digits, each with the check that saw it first. */
  readonly conversations: Map<string, string>;
  /** Responses to plain calls that were made before the checks, until a check takes them. */
  readonly firstResponses: Map<OperationId, Delivered>;
  /** Whether every key is accepted, also an unknown one. */
  acceptsAnyKey: boolean;
  /** The sandbox that checks use, once there is one. */
  sandbox: string | undefined;
  /** Why there is none, once that was tried. */
  noSandbox: string | undefined;
  /** How many calls in a row got no response, or exceeded the rate limit. */
  silence: number;
}

/** Begins a run, and the time of its budget. */
export function beginSession(settings: Settings, signal: AbortSignal): Session {
  const sender = new Sender(settings, signal);
  return {
    settings,
    sender,
    created: new CreatedResources(sender),
    watches: {
      sandboxes: new StateWatch('SandboxStatus'),
      agents: new StateWatch('ExecutionStatus'),
      conversations: new StateWatch('ConversationStatus'),
    },
    conversations: new Map(),
    firstResponses: new Map(),
    acceptsAnyKey: false,
    sandbox: undefined,
    noSandbox: undefined,
    silence: 0,
  };
}

/** A request of an operation. */
export interface Call {
  readonly operation: OperationId;
  /** In capitals; by default the one of the contract. */
  readonly method?: string | undefined;
  /** Percent-encoded, without what the base URL has; by default the one of the contract. */
  readonly path?: string | undefined;
  /** Percent-encoded pairs such as `limit=5`. */
  readonly query?: readonly string[] | undefined;
  /** Others than the key. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: Uint8Array<ArrayBuffer> | undefined;
  /** Null sends none; by default the key of the run. */
  readonly key?: string | null | undefined;
}

/** The path of an operation on a resource with an id, such as a sandbox. */
export function pathTo(operation: OperationId, id: string): string {
  return operationOf(operation).path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(id));
}

/** The sandbox that a call names in its path; undefined if it names none. */
export function sandboxIn({ operation, path = '' }: Call): string | undefined {
  const step = operationOf(operation).path.split('/').indexOf('{sandbox_id}');
  const given = step < 0 ? undefined : path.split('/')[step];
  return given === undefined ? undefined : decodeURIComponent(given);
}

/** The rule for a call without a parameter whose omission is assumed. */
export function omissionIn({ operation, query = [] }: Call): Rule | undefined {
  const isSent = (name: string) => query.some((pair) => pair.startsWith(`${name}=`));
  return omissionRule(operationOf(operation), isSent);
}

/** A JSON body, with its header. */
export function json(value: unknown): Pick<Call, 'headers' | 'body'> {
  return { headers: { 'Content-Type': 'application/json' }, body: bytes(JSON.stringify(value)) };
}

/** The JSON that a call sends; undefined if it sends none. */
export function sentBy({ body }: Call): unknown {
  return body && jsonOf(new TextDecoder().decode(body));
}

/** A call as it is sent. */
export function outgoing(call: Call, { baseUrl, apiKey }: Settings): Outgoing {
  const { method, path } = operationOf(call.operation);
  const { query = [], key = apiKey, body } = call;
  const headers = new Headers({
    Accept: 'application/json',
    'User-Agent': 'agent-conversation-conformance',
  });
  for (const [name, value] of Object.entries(call.headers ?? {})) headers.set(name, value);
  if (key !== null) headers.set(keyHeader, key);
  return {
    method: call.method ?? method.toUpperCase(),
    url: `${baseUrl}${call.path ?? path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers,
    body,
  };
}

/** Something that the run created on the server. */
interface CreatedResource {
  readonly kind: Leftover['kind'];
  /** Undefined if the response did not return it. */
  readonly id: string | undefined;
  /** The key that it was created with; null for none, if a server accepts that. */
  readonly key: string | null;
  /** Whether it is certain that it was not there before. */
  readonly isNew: boolean;
}

/** Everything that the run created on the server. */
export class CreatedResources {
  readonly #sender: Sender;
  readonly #all: CreatedResource[] = [];

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /**
   * Notes what a successful call has created, or can have created that got no response.
   *
   * @param delivered undefined if the run ended before the response
   */
  note(call: Call, ownKey: string, delivered: Delivered | undefined): void {
    if (delivered && !mayHaveWorked(delivered)) return;
    const { key = ownKey } = call;
    const exchange = delivered && 'exchange' in delivered ? delivered.exchange : undefined;
    const text = (value: unknown, name: string) => textOf(propertiesOf(value)[name]);
    const sent = (name: string) => text(sentBy(call), name);
    const returned = (name: string) => text(exchange && jsonOf(exchange.answer.body), name);
    if (call.operation === 'startSandbox') {
      this.#add({ kind: 'sandbox', id: returned('id'), key, isNew: true });
    } else if (call.operation === 'startAppConversation') {
      const id = returned('app_conversation_id') ?? sent('conversation_id');
      this.#add({ kind: 'app conversation', id, key, isNew: true });
      // Without one in the request, the server may have started a sandbox, or used an existing one.
      if (sent('sandbox_id') === undefined) {
        this.#add({ kind: 'sandbox', id: returned('sandbox_id'), key, isNew: false });
      }
    } else if (call.operation === 'createConversation') {
      const id = returned('conversation_id') ?? sent('conversation_id');
      this.#add({ kind: 'legacy conversation', id, key, isNew: true });
    }
  }

  #add(resource: CreatedResource): void {
    const { kind, id } = resource;
    if (id !== undefined && this.#all.some((it) => it.kind === kind && it.id === id)) return;
    this.#all.push(resource);
    // One request for each sandbox is kept for the end, to pause it.
    this.#sender.keep(this.#all.filter((it) => it.kind === 'sandbox' && it.isNew).length);
  }

  /**
   * Pauses the sandboxes that the run has started, also after the signal. No operation deletes anything.
   *
   * @returns all that is still there, and what could not be done about it
   */
  async cleanUp(settings: Settings): Promise<Leftover[]> {
    this.#sender.keep(0);
    this.#sender.isFinal = true;
    const left: Leftover[] = [];
    for (const resource of this.#all) {
      const { kind, id = '(the server did not return its id)' } = resource;
      const reason =
        kind === 'sandbox' ? await this.#pause(settings, resource) : 'no operation ends it';
      left.push({ kind, id, reason });
    }
    return left;
  }

  async #pause(settings: Settings, { id, key, isNew }: CreatedResource): Promise<string> {
    if (!isNew) {
      return 'a conversation was started in it; it may have been there before, and is left as it is';
    }
    const problem = (what: string) => `it could not be paused: ${what}`;
    if (id === undefined) return problem('its id is not known');
    const operation = 'pauseSandbox';
    const call: Call = { operation, path: pathTo(operation, id), key };
    try {
      const delivered = await this.#sender.deliver(outgoing(call, settings));
      if ('failure' in delivered) return problem(delivered.failure.message);
      const { status, body } = delivered.exchange.answer;
      if (status !== 200) return problem(`the server responded with ${status}`);
      const { success } = propertiesOf(jsonOf(body));
      return success === false
        ? problem('the server said so')
        : 'it is paused, and no operation deletes it';
    } catch (error) {
      return problem((error as Error).message);
    }
  }
}

function mayHaveWorked(delivered: Delivered): boolean {
  if ('failure' in delivered) return ['timeout', 'broken'].includes(delivered.failure.keyword);
  const { status } = delivered.exchange.answer;
  return status >= 200 && status < 300;
}
