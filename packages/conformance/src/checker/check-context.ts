import type { OperationId } from '@agent-conversation/validators';
import { judgeExchange } from '../oracle/judge-exchange.ts';
import { answerRule, operationRule, type Rule } from '../oracle/rule.ts';
import { findingOf, isSecret, isUnlisted, type Violation } from '../oracle/violation.ts';
import { type Call, omissionIn, operationOf, outgoing } from './call.ts';
import { CheckOver, Skipped } from './check.ts';
import type { Delivered } from './line.ts';
import { jsonOf } from './members.ts';
import { expectChange, observe } from './observe.ts';
import type { Finding, Severity } from '../oracle/finding.ts';
import type { CheckFinding, PlannedCheck, RecordedExchange } from './run.ts';
import { bodyLimit } from './send.ts';
import type { Session } from './session.ts';

/** A response, as a check sees it. */
export interface Seen {
  readonly operation: OperationId;
  readonly status: number;
  readonly headers: Headers;
  /** The JSON of the body; undefined where it is none. */
  readonly body: unknown;
  /** Its place among the exchanges of the check. */
  readonly exchange: number;
  /** Whether it is valid, apart from properties that are not listed. */
  readonly isSound: boolean;
}

/** What is wrong, and the response that shows it. */
type Flaw = Pick<Violation, 'part' | 'keyword' | 'message'> &
  Partial<Pick<Violation, 'pointer'>> & { readonly seen?: Seen | undefined };

/** One check while it runs: sends its requests, and keeps the exchanges and the findings. */
export class CheckContext {
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
   * Makes a call and validates the response.
   *
   * @param options.first whether the response to a call that was made before the checks began will do
   * @param options.assumed the rule of a call whose response is only assumed, such as one without `ids`
   * @throws {CheckOver} when there is no response that can be read
   * @throws {Skipped} when the rate limit of the server is exceeded
   * @throws {BudgetSpent} when the budget is
   */
  async call(
    call: Call,
    {
      first = false,
      assumed = omissionIn(call),
    }: { readonly first?: boolean; readonly assumed?: Rule | undefined } = {},
  ): Promise<Seen> {
    const { firstAnswers } = this.session;
    const delivered = (first && firstAnswers.get(call.operation)) || (await this.#deliver(call));
    if (first) firstAnswers.delete(call.operation);
    const seen = this.#take(call.operation, delivered);
    const exchange = this.exchanges[seen.exchange]!;
    const found = this.#validate(exchange);
    for (const finding of found) {
      const severity: Severity = this.session.settings.strict ? 'error' : 'warning';
      const lowered =
        assumed && finding.part !== 'security' && !isSecret(finding) && !isUnlisted(finding);
      const weighed = lowered ? { ...finding, ...assumed, severity } : finding;
      this.findings.push({ ...weighed, exchange: seen.exchange });
    }
    const { id } = this.check;
    for (const { rule, checks = [], ...it } of observe(this.session, call, exchange, id)) {
      this.report(assumed ?? rule, { ...it, seen });
      this.involve(checks);
    }
    return { ...seen, isSound: found.every(isUnlisted) };
  }

  /** Removes a finding about a response, because another one says more. */
  withdraw(seen: Seen, keyword: string): void {
    const at = this.findings.findIndex(
      (it) => it.exchange === seen.exchange && it.part === 'status' && it.keyword === keyword,
    );
    if (at >= 0) this.findings.splice(at, 1);
  }

  /** Adds checks that have to be made before this one for its findings to be there again. */
  involve(checks: readonly string[]): void {
    const others = checks.filter((it) => it !== this.check.id && !this.involved.includes(it));
    this.involved.push(...new Set(others));
  }

  /** Reports a violation. Its severity follows from the provenance of the rule. */
  report(rule: Rule, { seen, pointer = '', ...flaw }: Flaw): void {
    const operation = seen?.operation ?? (this.check.operation as OperationId);
    const violation: Violation = { side: 'answer', pointer, ...flaw, rule };
    const finding = findingOf(violation, operation, this.session.settings.strict);
    this.findings.push({ ...finding, exchange: seen?.exchange });
  }

  /**
   * Reports a response with another status than it must have, unless that is reported already.
   *
   * @param why such as `because the call has no key`
   * @param rule by default the first of these responses, as the operation declares it
   * @returns whether it has one of these
   */
  demand(seen: Seen, statuses: readonly number[], why: string, rule?: Rule): boolean {
    if (statuses.includes(seen.status)) return true;
    const isReported = this.findings.some(
      ({ exchange, part, keyword }) =>
        exchange === seen.exchange && (part === 'status' || keyword === 'accepted'),
    );
    if (!isReported) {
      this.report(rule ?? answerRule(operationOf(seen.operation), statuses[0]!), {
        part: 'status',
        keyword: 'status',
        message: `must be ${statuses.join(' or ')}, ${why}`,
        seen,
      });
    }
    return false;
  }

  #validate(exchange: RecordedExchange): Finding[] {
    const { baseUrl, strict } = this.session.settings;
    const { findings } = judgeExchange(exchange, { baseUrl, closed: strict, strict });
    return findings.filter(({ side }) => side === 'answer');
  }

  /** Reports a `Retry-After` that is not as declared. That there is a rate limit is no violation. */
  #validateDelay(exchange: RecordedExchange): void {
    const found = this.#validate(exchange).filter(
      ({ part, pointer }) => part === 'header' && pointer.toLowerCase() === '/retry-after',
    );
    if (found.length > 0) this.exchanges.push(exchange);
    for (const it of found) this.findings.push({ ...it, exchange: this.exchanges.length - 1 });
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
      if (session.budget.sent > before) session.resources.noteCall(call, apiKey, delivered);
    }
  }

  #take(operation: OperationId, delivered: Delivered): Seen {
    const { session } = this;
    const rule = operationRule(operationOf(operation));
    for (const exchange of delivered.postponed) this.#validateDelay(exchange);
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
      this.#validateDelay(exchange);
      throw new Skipped('the rate limit of the server is exceeded (429)');
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
