import type { OperationId } from '@agent-conversation/validators';
import { type Breach, findingOf, isUnlisted } from '../oracle/breach.ts';
import { judgeExchange } from '../oracle/judge-exchange.ts';
import { answerRule, operationRule, type Rule } from '../oracle/rule.ts';
import { type Call, operationOf, outgoing } from './call.ts';
import { CheckOver, Skipped } from './check.ts';
import { jsonOf } from './json-of.ts';
import type { Delivered } from './line.ts';
import { httpRule } from './http-rule.ts';
import { expectChange, observe } from './observe.ts';
import type { CheckFinding, PlannedCheck, RecordedExchange } from './run.ts';
import { bodyLimit } from './send.ts';
import type { Session } from './session.ts';
import { staleness } from './staleness.ts';

/** An answer, as a check sees it. */
export interface Seen {
  readonly operation: OperationId;
  readonly status: number;
  readonly headers: Headers;
  /** The JSON of the body; undefined where it is none. */
  readonly body: unknown;
  /** Its place among the exchanges of the check. */
  readonly exchange: number;
  /** Whether it is as the contract declares it, but for members that are not listed. */
  readonly isSound: boolean;
}

/** What is wrong, and the answer that shows it. */
type Flaw = Pick<Breach, 'part' | 'keyword' | 'message'> &
  Partial<Pick<Breach, 'pointer'>> & { readonly seen?: Seen | undefined };

/** One check while it is made: sends its requests, and keeps what came and what is wrong with it. */
export class Examination {
  readonly session: Session;
  readonly check: PlannedCheck;
  readonly findings: CheckFinding[] = [];
  readonly exchanges: RecordedExchange[] = [];
  /** Other checks that have to be made before this one for its findings to be there again. */
  readonly involved: string[] = [];

  constructor(session: Session, check: PlannedCheck) {
    this.session = session;
    this.check = check;
  }

  /**
   * Makes a call and holds the answer against the contract.
   *
   * @param options.first whether the answer to a call that was made before the checks began will do
   * @throws {CheckOver} when there is no answer that can be read
   * @throws {Skipped} when the server puts the call off
   * @throws {BudgetSpent} when the budget is
   */
  async call(call: Call, { first = false }: { readonly first?: boolean } = {}): Promise<Seen> {
    const { firstAnswers } = this.session;
    const delivered = (first && firstAnswers.get(call.operation)) || (await this.#deliver(call));
    if (first) firstAnswers.delete(call.operation);
    const seen = this.#take(call.operation, delivered);
    const { baseUrl, strict } = this.session.settings;
    const exchange = this.exchanges[seen.exchange]!;
    const judgement = judgeExchange(exchange, { baseUrl, closed: true, strict });
    const found = judgement.findings.filter(({ side }) => side === 'answer');
    for (const finding of found) this.findings.push({ ...finding, exchange: seen.exchange });
    for (const stale of staleness(exchange)) this.report(httpRule, { ...stale, seen });
    if (seen.status === 200) {
      const { id } = this.check;
      for (const { message, rule, checks } of observe(this.session, call, seen.body, id)) {
        this.report(rule, { part: 'body', keyword: 'lifecycle', message, seen });
        const others = checks.filter((it) => it !== id && !this.involved.includes(it));
        this.involved.push(...others);
      }
    }
    return { ...seen, isSound: found.every(isUnlisted) };
  }

  /** Tells what is wrong. How much that weighs follows from where the rule comes from. */
  report(rule: Rule, { seen, pointer = '', ...flaw }: Flaw): void {
    const operation = seen?.operation ?? (this.check.operation as OperationId);
    const breach: Breach = { side: 'answer', pointer, ...flaw, rule };
    const finding = findingOf(breach, operation, this.session.settings.strict);
    this.findings.push({ ...finding, exchange: seen?.exchange });
  }

  /**
   * Tells when an answer has another status than it must have, unless that was told already.
   *
   * @param why such as `as the call has no key`
   * @param rule by default the first of the answers, as the operation declares it
   * @returns whether it has one of these
   */
  demand(seen: Seen, statuses: readonly number[], why: string, rule?: Rule): boolean {
    if (statuses.includes(seen.status)) return true;
    const isTold = this.findings.some(
      ({ exchange, part, keyword }) =>
        exchange === seen.exchange && (part === 'status' || keyword === 'accepted'),
    );
    if (!isTold) {
      this.report(rule ?? answerRule(operationOf(seen.operation), statuses[0]!), {
        part: 'status',
        keyword: 'status',
        message: `must be ${statuses.join(' or ')}, ${why}`,
        seen,
      });
    }
    return false;
  }

  async #deliver(call: Call): Promise<Delivered> {
    const { session } = this;
    const { baseUrl, apiKey } = session.settings;
    const before = session.budget.sent;
    expectChange(session, call, this.check.id);
    let delivered: Delivered | undefined;
    try {
      delivered = await session.line.deliver(outgoing(call, baseUrl, apiKey));
      return delivered;
    } finally {
      if (session.budget.sent > before) session.belongings.noteCall(call, apiKey, delivered);
    }
  }

  #take(operation: OperationId, delivered: Delivered): Seen {
    const { session } = this;
    const rule = operationRule(operationOf(operation));
    if ('failure' in delivered) {
      session.silence += 1;
      const { keyword, message } = delivered.failure;
      this.report(rule, { part: 'status', keyword, message: `is not there: ${message}` });
      throw new CheckOver();
    }
    const { exchange, isCut } = delivered;
    const { status, headers, body } = exchange.answer;
    if (status === 429) {
      session.silence += 1;
      throw new Skipped('the server puts the calls off (429)');
    }
    session.silence = isCut ? session.silence + 1 : 0;
    this.exchanges.push(exchange);
    const seen: Seen = {
      operation,
      status,
      headers,
      body: jsonOf(body),
      exchange: this.exchanges.length - 1,
      isSound: false,
    };
    if (!isCut) return seen;
    const message = `is larger than ${bodyLimit / 1024 / 1024} MiB, which is more than is read of one`;
    this.report(rule, { part: 'body', keyword: 'size', message, seen });
    throw new CheckOver();
  }
}
