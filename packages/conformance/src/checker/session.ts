/** What the checks of a run share, and what they create on the server. */
import { jsonOf, objectOf } from '@agent-conversation/contract';
import { type Operation, operationOf } from '../contract.ts';
import type { Exchange } from '../oracle/exchange.ts';
import { parsedBody } from '../oracle/parsed-body.ts';
import { secretsIn } from '../oracle/received.ts';
import type { Edition } from '../oracle/editions.ts';
import {
  type Call,
  hindranceIn,
  pathTo,
  sentBy,
  textOf,
} from '../requests/calls.ts';
import { NoSandboxLeft } from './ends.ts';
import type { Leftover, RecordedExchange } from './run.ts';
import { beginningOf, type Delivered, Sender } from './sender.ts';
import { StateWatch } from './states.ts';

/** Something that the run created on the server. */
interface Resource {
  readonly kind: Leftover['kind'];
  /** Undefined if the response did not return it. */
  readonly id: string | undefined;
  /** The key that it was created with, as in a call. */
  readonly key: Call['key'];
  /** Whether it is certain that it was not there before. */
  readonly isNew: boolean;
}

/** How many secrets of a run are removed from its reports. */
const mostSecrets = 10_000;

/** How many characters of one body, of all bodies, and of all secrets are kept for the reports. */
const longestBody = 256 * 1024;
const mostCharacters = 4 * 1024 * 1024;

export class Session extends Sender {
  readonly states = new StateWatch();
  /** The ids of app conversations that were listed, as 32 digits, each with the check that saw it first. */
  readonly conversations = new Map<string, string>();
  /** The ids of the sandbox specs that were listed. */
  readonly specs = new Set<string>();
  /** The results of plain calls that were made before the checks, for the checks of their responses. */
  readonly firstResponses = new Map<Operation, Delivered>();
  /** What no message and no report may have: the key, and the secrets of the exchanges so far. */
  readonly secrets = new Set<string>();
  /** Whether there are too many secrets to find them all: messages have no values then, and exchanges no bodies. */
  hidesValues = false;
  /** How many violations were reported. */
  violations = 0;
  /** How many characters of bodies are kept for the reports. */
  #kept = 0;
  /** The edition that the server is compared with; undefined for the contract alone. */
  edition: Edition | undefined;
  readonly #created: Resource[] = [];
  /** Why the run ended before every check was made; undefined if it did not. */
  ended: string | undefined;
  /** Whether every key is accepted, also an unknown one. */
  acceptsAnyKey = false;
  /** The sandbox that checks use, once there is one; null if it does not run. */
  sandbox: string | null | undefined;

  /** The sandboxes of the run that a search has listed: they do not disappear. */
  readonly shownSandboxes = new Set<string>();

  /** Whether the run has started a sandbox. */
  hasStarted(id: string): boolean {
    return this.#created.some(
      (it) => it.kind === 'sandbox' && it.isNew && it.id === id,
    );
  }

  /** Sends the call of a check, and notes what it may change and create. */
  async deliverFor(check: string, call: Call): Promise<Delivered> {
    const { operationId } = call.operation;
    const first =
      check === `${operationId}.response` &&
      this.firstResponses.get(call.operation);
    if (first) return first;
    if (operationId === 'startSandbox') this.#demandSandbox();
    const before = this.sent;
    this.states.expectChange(call, check);
    let delivered: Delivered | undefined;
    try {
      delivered = await this.deliver(call);
      return delivered;
    } finally {
      // Also what can have been created without a response.
      if (this.sent > before) this.#noteCreated(call, delivered);
    }
  }

  /** Notes the secrets of an exchange. */
  noteSecrets(exchange: Exchange): void {
    if (this.hidesValues) return;
    for (const secret of secretsIn(exchange)) this.secrets.add(secret);
    const { length } = [...this.secrets].join('');
    this.hidesValues =
      this.secrets.size > mostSecrets || length > mostCharacters;
  }

  /** Returns an exchange as the reports get it: with the beginning of its body if that is long, or too much is kept. */
  retain(exchange: RecordedExchange): RecordedExchange {
    const { request, response } = exchange;
    if (this.hidesValues)
      return { ...exchange, response: { ...response, body: '' } };
    const size = (request.body?.length ?? 0) + response.body.length;
    if (size <= longestBody && this.#kept + size <= mostCharacters) {
      this.#kept += size;
      return exchange;
    }
    return {
      ...exchange,
      response: { ...response, body: beginningOf(response.body) },
    };
  }

  #demandSandbox(): void {
    const { maxSandboxes } = this.settings;
    const started = this.#created.filter(
      ({ kind, isNew }) => kind === 'sandbox' && isNew,
    );
    if (started.length < maxSandboxes) return;
    const amount =
      maxSandboxes === 1 ? 'the one sandbox' : `the ${maxSandboxes} sandboxes`;
    throw new NoSandboxLeft(`${amount} that the run may start are started`);
  }

  #noteCreated(
    call: Call,
    { exchange, failure }: Partial<Delivered> = {},
  ): void {
    const mayHaveWorked = exchange
      ? exchange.response.status >= 200 && exchange.response.status < 300
      : failure === undefined ||
        ['timeout', 'broken'].includes(failure.keyword);
    if (!mayHaveWorked) return;
    const { key, operation } = call;
    const sent = sentBy(call);
    const returned = objectOf(parsedBody(exchange?.response.body).value);
    const {
      app_conversation_id: app,
      conversation_id: legacy,
      sandbox_id: sandbox,
    } = returned;
    const add = (kind: Resource['kind'], value: unknown, isNew = true) => {
      const id = textOf(value);
      if (
        id === undefined ||
        !this.#created.some((it) => it.kind === kind && it.id === id)
      ) {
        this.#created.push({ kind, id, key, isNew });
      }
    };
    if (operation.operationId === 'startSandbox') {
      add('sandbox', returned['id']);
    } else if (operation.operationId === 'createConversation') {
      add('legacy conversation', legacy ?? sent['conversation_id']);
    } else if (operation.operationId === 'startAppConversation') {
      add('app conversation', app ?? sent['conversation_id']);
      // Without one in the request, the server may have started a sandbox, or used an existing one.
      if (!textOf(sent['sandbox_id'])) add('sandbox', sandbox, false);
    }
    // One request for each sandbox is kept for the end, to pause it.
    this.kept = this.#created.filter(
      ({ kind, isNew }) => kind === 'sandbox' && isNew,
    ).length;
  }

  /**
   * Pauses the sandboxes that the run has started, also after the signal. No operation deletes anything.
   *
   * @returns all that is still there, and what could not be done about it
   */
  async cleanUp(): Promise<Leftover[]> {
    this.kept = 0;
    this.signal = new AbortController().signal;
    const left: Leftover[] = [];
    for (const resource of this.#created) {
      const { kind, id = '(the server did not return its id)' } = resource;
      const reason =
        kind === 'sandbox'
          ? await this.#pause(resource)
          : 'no operation ends it';
      left.push({ kind, id, reason });
    }
    return left;
  }

  async #pause({ id, key, isNew }: Resource): Promise<string> {
    if (!isNew) {
      return 'a conversation was started in it; it may have been there before, and is left as it is';
    }
    const problem = (what: string) => `it could not be paused: ${what}`;
    if (id === undefined) return problem('its id is not known');
    const hindrance = hindranceIn(id);
    if (hindrance !== undefined) return problem(`its id ${hindrance}`);
    const operation = operationOf('pauseSandbox');
    try {
      const path = pathTo(operation, id);
      const { exchange, failure } = await this.deliver({
        operation,
        path,
        key,
      });
      if (!exchange) return problem(failure.message);
      const { status, body } = exchange.response;
      if (status !== 200) return problem(`the server responded with ${status}`);
      const isPaused = objectOf(jsonOf(body))['success'] !== false;
      return isPaused
        ? 'it is paused, and no operation deletes it'
        : problem('the server said so');
    } catch (error) {
      return problem((error as Error).message);
    }
  }
}
