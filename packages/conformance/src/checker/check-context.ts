import type { OperationId } from '@agent-conversation/validators';
import { type Operation, operationOf } from '../contract.ts';
import { type Finding, jsonOf, type Severity } from '../oracle/exchange.ts';
import { validateExchange } from '../oracle/validate-exchange.ts';
import { operationRule, responseRule, type Rule, ruleAt, securityRule } from '../oracle/rules.ts';
import { findingOf, isSecret, isUnlisted, type Violation } from '../oracle/violations.ts';
import type { CheckFinding, PlannedCheck, RecordedExchange } from './run.ts';
import { bodyLimit, type Delivered } from './sender.ts';
import { type Call, omissionIn, outgoing, type Session } from './session.ts';
import { expectChange, observe } from './observe.ts';

/** A check cannot be made on this server. */
export class Skipped extends Error {}

/** A check cannot go on; what is wrong was reported already. */
export class CheckOver extends Error {}

/** A check of one or several operations. */
export interface CheckDefinition {
  /** The second part of its id. */
  readonly kind: string;
  /** What has to hold, as a sentence. */
  readonly title: string;
  /** Whether it checks an operation. */
  readonly of: (operation: Operation) => boolean;
  /** Whether it changes the state of the server, by default if the operation is no GET. */
  readonly writes?: (operation: Operation, write: boolean) => boolean;
  /**
   * Makes the check.
   *
   * @throws {Skipped} when it cannot be made on this server
   * @throws {CheckOver} when it cannot go on, and has reported why
   */
  readonly run: (context: CheckContext, operation: OperationId) => Promise<void>;
}

/** A response, as a check sees it. */
export interface Seen {
  readonly operation: OperationId;
  readonly status: number;
  readonly headers: Headers;
  /** The JSON of the body; undefined if it is none. */
  readonly body: unknown;
  /** Its index among the exchanges of the check. */
  readonly exchange: number;
  /** Whether it is valid, apart from properties that are not listed. */
  readonly isValid: boolean;
}

/** What is wrong, and the response that shows it. */
type Flaw = Pick<Violation, 'part' | 'keyword' | 'message'> &
  Partial<Pick<Violation, 'pointer'>> & { readonly seen?: Seen | undefined };

/** The statuses that say that there is no such operation (RFC 9110, sections 15.5.5, 15.5.6 and 15.6.2). */
const absences: readonly number[] = [404, 405, 501];

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
   * @param options.isFirst whether the response to a call that was made before the checks can be used
   * @param options.assumed the rule of a call whose response is only assumed, such as one without `ids`
   * @throws {CheckOver} when there is no response that can be read
   * @throws {Skipped} when the rate limit of the server is exceeded
   * @throws {BudgetSpent} when the budget is
   */
  async call(
    call: Call,
    {
      isFirst = false,
      assumed = omissionIn(call),
    }: { readonly isFirst?: boolean; readonly assumed?: Rule | undefined } = {},
  ): Promise<Seen> {
    const { firstResponses, settings } = this.session;
    const earlier = isFirst ? firstResponses.get(call.operation) : undefined;
    if (earlier) firstResponses.delete(call.operation);
    const seen = this.#take(call.operation, earlier ?? (await this.#deliver(call)));
    const exchange = this.exchanges[seen.exchange]!;
    const found = this.#validate(exchange);
    for (const finding of found) {
      const isLowered =
        assumed && finding.part !== 'security' && !isSecret(finding) && !isUnlisted(finding);
      const severity: Severity = settings.strict ? 'error' : 'warning';
      const weighed = isLowered ? { ...finding, ...assumed, severity } : finding;
      this.findings.push({ ...weighed, exchange: seen.exchange });
    }
    const { id } = this.check;
    for (const { rule, checks = [], ...it } of observe(this.session, call, exchange, id)) {
      this.report(assumed ?? rule, { ...it, seen });
      this.involve(checks);
    }
    return { ...seen, isValid: found.every(isUnlisted) };
  }

  /**
   * Makes a valid call, which must not be rejected as if it were invalid, or as if there were no such operation.
   *
   * @throws as {@link call}
   */
  async callValid(call: Call, isFirst = false): Promise<Seen> {
    const seen = await this.call(call, { isFirst });
    const operation = operationOf(call.operation);
    const { requestBody, responses } = operation;
    const place = { part: 'status', keyword: 'refused', seen } as const;
    // Deployments require the ids of the conversations (decision D06), and a body (decision D38).
    const mayBeRejected =
      (requestBody && call.body === undefined) || omissionIn(call) !== undefined;
    // As a text, the body states that the user has no access to a repository of the request.
    if (seen.status === 401 && typeof seen.body !== 'string') {
      const message = 'must not be 401, because the call has the key';
      this.report(securityRule(operation), { ...place, message });
    } else if (seen.status === 422 && responses['422'] && !mayBeRejected) {
      const message = 'must not be 422, because the request is valid';
      this.report(ruleOfRequest(call), { ...place, message });
    } else if (absences.includes(seen.status) && !responses[seen.status]) {
      const message = `must not be ${seen.status}, because the contract has this operation`;
      // It says more than that the status is not declared.
      const at = this.findings.findIndex(
        (it) => it.exchange === seen.exchange && it.part === 'status' && it.keyword === 'status',
      );
      if (at >= 0) this.findings.splice(at, 1);
      this.report(operationRule(operation), { ...place, keyword: 'absent', message });
    }
    return seen;
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
      this.report(rule ?? responseRule(operationOf(seen.operation), statuses[0]!), {
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
    const { findings } = validateExchange(exchange, { baseUrl, closed: strict, strict });
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
    const { sender, settings, created } = this.session;
    const before = sender.sent;
    expectChange(this.session, call, this.check.id);
    let delivered: Delivered | undefined;
    try {
      delivered = await sender.deliver(outgoing(call, settings));
      return delivered;
    } finally {
      if (sender.sent > before) created.note(call, settings.apiKey, delivered);
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
    const index = this.exchanges.push(exchange) - 1;
    const json = jsonOf(body);
    const seen = { operation, status, headers, body: json, exchange: index, isValid: false };
    if (!isCut) return seen;
    const message = `is larger than ${bodyLimit / 1024 / 1024} MiB, which is more than is read of one`;
    this.report(rule, { part: 'body', keyword: 'size', message, seen });
    throw new CheckOver();
  }
}

/** The part of the contract that describes a request. */
function ruleOfRequest({ operation: id, query = [], body }: Call): Rule {
  const operation = operationOf(id);
  const { path, method, parameters, requestBody } = operation;
  if (body !== undefined && requestBody) {
    return ruleAt('paths', path, method, 'requestBody', 'content', 'application/json', 'schema');
  }
  const used = parameters.findIndex(({ name }) => query.some((it) => it.startsWith(`${name}=`)));
  return used < 0
    ? operationRule(operation)
    : ruleAt('paths', path, method, 'parameters', `${used}`);
}
