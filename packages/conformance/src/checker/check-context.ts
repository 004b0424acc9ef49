import { jsonOf, type JsonObject, objectOf } from '@agent-conversation/contract';
import type { OperationId } from '@agent-conversation/validators';
import { type Operation, operationOf } from '../contract.ts';
import { type ReceivedResponse, type Severity, type Violation } from '../oracle/exchange.ts';
import { omissionRule, responseRule, type Rule, ruleAt } from '../oracle/rules.ts';
import { validateExchange } from '../oracle/validate-exchange.ts';
import { violationOf, isSecret, isUnlisted, wrong } from '../oracle/violations.ts';
import type { Call } from '../requests/calls.ts';
import type { Settings } from './options.ts';
import type { CheckViolation, PlannedCheck, RecordedExchange } from './run.ts';
import type { Session } from './session.ts';
import { observe } from './states.ts';

/** A check cannot be made on this server. */
export class Skipped extends Error {}

/** A check cannot go on; what is wrong was reported already. */
export class CheckOver extends Error {}

/** A check of one or several operations: all that there is to define one. */
export interface CheckDefinition {
  /** The second part of its id. */
  readonly kind: string;
  /** What has to hold, as a sentence. */
  readonly title: string;
  /** Whether it checks an operation. */
  readonly of: (operation: Operation) => boolean;
  /** Whether it changes the state of the server, by default if the operation is no GET. */
  readonly writes?: (operation: Operation, write: boolean) => boolean;
  readonly run: (context: CheckContext) => Promise<void>;
}

/** A response, as a check sees it. */
export interface Seen extends Omit<ReceivedResponse, 'body'> {
  readonly operation: Operation;
  /** The JSON of the body; undefined if it is none. */
  readonly body: unknown;
  /** The properties of the body; none if it is not an object. */
  readonly properties: JsonObject;
  /** Its index among the exchanges of the check. */
  readonly exchange: number;
  /** Whether it is valid, apart from properties that are not listed. */
  readonly isValid: boolean;
}

/** The statuses that say that there is no such operation (RFC 9110, sections 15.5.5, 15.5.6 and 15.6.2). */
const absences: readonly number[] = [404, 405, 501];

/** One check while it runs: sends its requests, and keeps the exchanges and the violations. */
export class CheckContext {
  readonly session: Session;
  readonly settings: Settings;
  readonly check: PlannedCheck;
  readonly operation: Operation;
  readonly violations: CheckViolation[] = [];
  readonly exchanges: RecordedExchange[] = [];
  /** Other checks that have to be made before this one for its violations to be there again. */
  readonly involved = new Set<string>();

  constructor(session: Session, check: PlannedCheck) {
    this.session = session;
    this.settings = session.settings;
    this.check = check;
    this.operation = operationOf(check.operation as OperationId);
  }

  /**
   * Makes a call, by default of the operation of the check, and validates the response.
   *
   * @param assumed the rule of a call whose response is only assumed
   * @throws {CheckOver | Skipped} when there is no response that can be read, or it is 429
   */
  async call(given: Partial<Call>, assumed?: Rule): Promise<Seen> {
    const call: Call = { operation: this.operation, ...given };
    const { operation } = call;
    const { exchange, failure, postponed } = await this.session.deliverFor(this.check.id, call);
    const isLimited = exchange?.response.status === 429;
    for (const it of isLimited ? [...postponed, exchange] : postponed) this.#validateDelay(it);
    if (isLimited) throw new Skipped('the rate limit of the server is exceeded (429)');
    const rule = ruleAt(operation.pointer);
    if (!exchange) this.fail(rule, 'status', failure.keyword, `is not there: ${failure.message}`);
    const { body: text, ...response } = exchange.response;
    const body = jsonOf(text);
    const found = failure ? [] : this.#validate(exchange);
    const seen: Seen = {
      ...response,
      operation,
      body,
      properties: objectOf(body),
      exchange: this.exchanges.push(exchange) - 1,
      isValid: found.every(isUnlisted),
    };
    if (failure) this.fail(rule, 'body', failure.keyword, failure.message, seen);
    const lower = assumed ?? omissionIn(call);
    const severity: Severity = this.settings.strict ? 'error' : 'warning';
    for (const it of found) {
      const isBinding = it.part === 'security' || isSecret(it) || isUnlisted(it);
      const lowered = lower && !isBinding && { ...lower, severity };
      this.violations.push({ ...it, ...lowered, exchange: seen.exchange });
    }
    observe(this, call, seen, (own, ...rest) => this.report(lower ?? own, ...rest, seen));
    return seen;
  }

  /** Makes a valid call, which must not be rejected as if it were invalid, or as if there were no such operation. */
  async callValid(given: Partial<Call>): Promise<Seen> {
    const seen = await this.call(given);
    const { operation } = seen;
    const { requestBody, responses } = operation;
    const call = { ...given, operation };
    const reject = (rule: Rule, keyword: string, why: string) =>
      this.report(rule, 'status', keyword, `must not be ${seen.status}, because ${why}`, seen);
    // Deployments require the ids of the conversations (decision D06), and a body (decision D38).
    const mayBeRejected = (requestBody && !call.body) || omissionIn(call) !== undefined;
    // As a text, the body states that the user has no access to a repository of the request.
    if (seen.status === 401 && typeof seen.body !== 'string') {
      reject(ruleAt(`${operation.pointer}/security`), 'rejected', 'the call has the key');
    } else if (seen.status === 422 && responses['422'] && !mayBeRejected) {
      reject(ruleOfRequest(call), 'rejected', 'the request is valid');
    } else if (absences.includes(seen.status) && !responses[seen.status]) {
      // It says more than that the status is not declared.
      const at = this.violations.findIndex(
        (it) => it.exchange === seen.exchange && it.part === 'status' && it.keyword === 'status',
      );
      if (at >= 0) this.violations.splice(at, 1);
      reject(ruleAt(operation.pointer), 'absent', 'the contract has this operation');
    }
    return seen;
  }

  /**
   * Makes a call whose response must have one of some statuses.
   *
   * @param options.rule by default the first of these responses, as the operation declares it
   */
  async expect(
    statuses: readonly number[],
    call: Partial<Call>,
    why: string,
    options: { readonly rule?: Rule; readonly assumed?: Rule | undefined } = {},
  ): Promise<Seen> {
    const seen = await this.call(call, options.assumed);
    const isReported = this.violations.some(
      ({ exchange, part, keyword }) =>
        exchange === seen.exchange && (part === 'status' || keyword === 'accepted'),
    );
    if (!statuses.includes(seen.status) && !isReported) {
      const { rule = responseRule(seen.operation, statuses[0]!) } = options;
      this.report(rule, 'status', 'status', `must be ${statuses.join(' or ')}, ${why}`, seen);
    }
    return seen;
  }

  /** Reports a violation, and the response that shows it. Its severity follows from the provenance of the rule. */
  report(rule: Rule, location: string, keyword: string, message: string, seen?: Seen): void {
    const { operationId } = seen?.operation ?? this.operation;
    const found = wrong('response', location, keyword, message, rule);
    const violation = violationOf(found, operationId, this.settings.strict);
    this.violations.push({ ...violation, exchange: seen?.exchange });
  }

  /** Reports a violation after which the check cannot go on, and ends it. */
  fail(...violation: Parameters<CheckContext['report']>): never {
    this.report(...violation);
    throw new CheckOver();
  }

  #validate(exchange: RecordedExchange): Violation[] {
    const { baseUrl, strict } = this.settings;
    const { violations } = validateExchange(exchange, { baseUrl, closed: strict, strict });
    return violations.filter(({ side }) => side === 'response');
  }

  /** Reports a `Retry-After` that is not as declared. That there is a rate limit is no violation. */
  #validateDelay(exchange: RecordedExchange): void {
    const found = this.#validate(exchange).filter(
      ({ part, pointer }) => part === 'header' && pointer.toLowerCase() === '/retry-after',
    );
    if (found.length > 0) this.exchanges.push(exchange);
    for (const it of found) this.violations.push({ ...it, exchange: this.exchanges.length - 1 });
  }
}

/** The rule for a call without a parameter whose omission is assumed. */
function omissionIn({ operation, query = [] }: Call): Rule | undefined {
  const isSent = (name: string) => query.some((pair) => pair.startsWith(`${name}=`));
  return omissionRule(operation, isSent);
}

/** The part of the contract that describes a request. */
function ruleOfRequest({ operation, query = [], body }: Call): Rule {
  const { pointer, parameters, requestBody } = operation;
  if (body !== undefined && requestBody) {
    return ruleAt(`${pointer}/requestBody/content/application~1json/schema`);
  }
  const used = parameters.findIndex(({ name }) => query.some((it) => it.startsWith(`${name}=`)));
  return ruleAt(used < 0 ? pointer : `${pointer}/parameters/${used}`);
}
