/** One check while it runs. */
import { objectOf } from '@agent-conversation/contract';
import type { OperationId } from '@agent-conversation/validators';
import { type Operation, operationOf } from '../contract.ts';
import type { Violation } from '../oracle/exchange.ts';
import { parsedBody } from '../oracle/parsed-body.ts';
import { describerOf } from '../oracle/received.ts';
import {
  omissionRule,
  responseRule,
  type Rule,
  ruleAt,
} from '../oracle/rules.ts';
import {
  type ExchangeResult,
  validateExchange,
} from '../oracle/validate-exchange.ts';
import {
  isSecret,
  isUnlisted,
  violationOf,
  withDeviation,
  wrong,
} from '../oracle/violations.ts';
import type { Call } from '../requests/calls.ts';
import { CheckOver, Skipped } from './ends.ts';
import { observe } from './observe.ts';
import type { Settings } from './options.ts';
import type { CheckViolation, PlannedCheck, RecordedExchange } from './run.ts';
import type { Reported, Seen } from './seen.ts';
import type { Session } from './session.ts';

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

/** The statuses that say that there is no such operation (RFC 9110, sections 15.5.6, 15.5.5 and 15.6.2). */
export const absences: readonly number[] = [405, 404, 501];

/** How many violations are reported of one response, and in a run. */
const mostViolations = { ofResponse: 100, ofRun: 1000 };

/** How much of a pointer and of the message of an error is reported, in characters. */
const longestPointer = 500;
const longestMessage = 300;

/** What is expected of a call. */
interface Expectation {
  /** The rule of a call whose response is only assumed. */
  readonly assumed?: Rule | undefined;
  /** Whether the operation must be there, which says more than that a status is not declared. */
  readonly isThere?: boolean;
}

/** Sends the requests of a check, and keeps the exchanges and the violations. */
export class CheckContext {
  readonly session: Session;
  readonly settings: Settings;
  readonly check: PlannedCheck;
  readonly operation: Operation;
  readonly violations: CheckViolation[] = [];
  readonly exchanges: RecordedExchange[] = [];
  /** Other checks that have to be made before this one for its violations to be there again. */
  readonly involved = new Set<string>();
  /** How many violations are not in the list. */
  omitted = 0;
  /** How many violations each exchange has, by its index. */
  readonly #counts = new Map<number | undefined, number>();

  constructor(session: Session, check: PlannedCheck) {
    this.session = session;
    this.settings = session.settings;
    this.check = check;
    this.operation = operationOf(check.operation as OperationId);
  }

  /**
   * Makes a call, by default of the operation of the check, and validates the response.
   *
   * @throws {CheckOver | Skipped} when there is no response that can be read, or it is 429
   */
  async call(
    changes: Partial<Call>,
    expectation: Expectation = {},
  ): Promise<Seen> {
    const call: Call = { operation: this.operation, ...changes };
    const { exchange, failure, postponed } = await this.session.deliverFor(
      this.check.id,
      call,
    );
    for (const limited of postponed) this.#validateDelay(limited);
    const operationRule = ruleAt(call.operation.pointer);
    if (!exchange) {
      this.fail(
        operationRule,
        'status',
        failure.keyword,
        `is not there: ${failure.message}`,
      );
    }
    if (exchange.response.status === 429) {
      this.#validateDelay(exchange);
      throw new Skipped('the rate limit of the server is exceeded (429)');
    }

    const result = failure ? undefined : this.#validate(exchange);
    const { violations = [], omitted = 0 } = result ?? {};
    const seen = this.#keep(call.operation, exchange, violations);
    if (failure)
      this.fail(operationRule, 'body', failure.keyword, failure.message, seen);

    const assumed = expectation.assumed ?? omissionIn(call);
    const isAbsent = expectation.isThere === true && isAbsence(seen);
    for (const violation of violations) {
      // That the operation is absent is reported instead.
      if (isAbsent && violation.part === 'status') continue;
      this.#add(
        assumed ? this.#lowered(violation, assumed) : violation,
        seen.exchange,
      );
    }
    this.omitted += omitted;
    observe(this.session, call, seen, {
      check: this.check.id,
      involve: (check) => this.involved.add(check),
      report: (rule, location, keyword, message) =>
        this.report(assumed ?? rule, location, keyword, message, seen),
    });
    return seen;
  }

  /** Makes a valid call, which must not be rejected as if it were invalid, or as if there were no such operation. */
  async callValid(changes: Partial<Call>): Promise<Seen> {
    const call: Call = { operation: this.operation, ...changes };
    const seen = await this.call(call, { isThere: true });
    const { operation, status } = seen;
    const reject = (rule: Rule, keyword: string, reason: string): void => {
      this.report(
        rule,
        'status',
        keyword,
        `is ${status}, although ${reason}`,
        seen,
      );
    };
    if (isKeyRejected(seen)) {
      reject(
        ruleAt(`${operation.pointer}/security`),
        'rejected',
        'the call has the key',
      );
    } else if (isRequestRejected(call, seen)) {
      reject(ruleOfRequest(call), 'rejected', 'the request is valid');
    } else if (isAbsence(seen)) {
      reject(
        ruleAt(operation.pointer),
        'absent',
        'the contract has this operation',
      );
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
    const seen = await this.call(call, { assumed: options.assumed });
    if (statuses.includes(seen.status) || this.isStatusReported(seen))
      return seen;
    const rule = options.rule ?? responseRule(seen.operation, statuses[0]!);
    const message = `must be ${statuses.join(' or ')}, ${why}`;
    this.report(rule, 'status', 'status', message, seen);
    return seen;
  }

  /** Whether it was reported that a response has a wrong status. */
  isStatusReported(seen: Seen): boolean {
    return this.violations.some(
      ({ exchange, part, keyword }) =>
        exchange === seen.exchange &&
        (part === 'status' || keyword === 'accepted'),
    );
  }

  /**
   * Reports a violation, and the response that shows it. Its severity follows from the provenance of the rule; a
   * message that begins with `must` gets what came.
   */
  report(
    ...[rule, location, keyword, message, seen]: [...Reported, seen?: Seen]
  ): void {
    const { operationId } = seen?.operation ?? this.operation;
    const wrongPart = wrong('response', location, keyword, message, rule);
    const described = seen?.describe(wrongPart) ?? wrongPart;
    const { strict } = this.settings;
    this.#add(violationOf(described, operationId, strict), seen?.exchange);
  }

  /** Reports a violation after which the check cannot go on, and ends it. */
  fail(...violation: [...Reported, seen?: Seen]): never {
    this.report(...violation);
    throw new CheckOver();
  }

  /** Reports an error of the checker itself, so that one odd response does not end the run. */
  reportException(error: unknown): void {
    const what = String(error).slice(0, longestMessage);
    const { operationId, pointer } = this.operation;
    const message = `could not be checked: it caused an error of the checker, ${what}`;
    const wrongPart = wrong(
      'response',
      'body',
      'exception',
      message,
      ruleAt(pointer),
    );
    const violation = violationOf(
      { ...wrongPart, severity: 'error' },
      operationId,
      true,
    );
    const last = this.exchanges.length - 1;
    this.#add(violation, last < 0 ? undefined : last);
  }

  /** Keeps an exchange, and returns it as checks see it. */
  #keep(
    operation: Operation,
    exchange: RecordedExchange,
    violations: readonly Violation[],
  ): Seen {
    const { body: text, ...response } = exchange.response;
    const { value: body } = parsedBody(text);
    this.exchanges.push(this.session.retain(exchange));
    const { secrets, hidesValues } = this.session;
    return {
      ...response,
      operation,
      body,
      properties: objectOf(body),
      exchange: this.exchanges.length - 1,
      isValid: violations.every(isUnlisted),
      describe: describerOf(exchange, secrets, !hidesValues),
    };
  }

  /** Adds a violation, unless the edition is known for it: then it is added as known. */
  #add(violation: Violation, exchange: number | undefined): void {
    const { edition, specs } = this.session;
    const shown = exchange === undefined ? undefined : this.exchanges[exchange];
    const known = withDeviation(violation, shown, edition, specs);
    if (!this.#hasRoom(known, exchange)) {
      this.omitted += 1;
      return;
    }
    this.#counts.set(exchange, (this.#counts.get(exchange) ?? 0) + 1);
    this.session.violations += 1;
    this.violations.push({
      ...known,
      pointer: shortened(known.pointer),
      exchange,
    });
  }

  /** Whether a violation is reported: not if its response or the run has too many, unless it is the first error. */
  #hasRoom(
    { severity }: Pick<Violation, 'severity'>,
    exchange: number | undefined,
  ): boolean {
    const isFirstError =
      severity === 'error' &&
      !this.violations.some((earlier) => earlier.severity === 'error');
    const count = this.#counts.get(exchange) ?? 0;
    const { ofResponse, ofRun } = mostViolations;
    return (
      isFirstError || (count < ofResponse && this.session.violations < ofRun)
    );
  }

  /** Returns a violation in the response to a call whose response is only assumed. */
  #lowered(violation: Violation, assumed: Rule): Violation {
    const isBinding =
      violation.part === 'security' ||
      isSecret(violation) ||
      isUnlisted(violation);
    if (isBinding) return violation;
    return {
      ...violation,
      ...assumed,
      severity: this.settings.strict ? 'error' : 'warning',
    };
  }

  #validate(
    exchange: RecordedExchange,
  ): Pick<ExchangeResult, 'violations' | 'omitted'> {
    const { baseUrl, strict, keyHeader } = this.settings;
    this.session.noteSecrets(exchange);
    const { secrets, hidesValues } = this.session;
    const maxViolations = mostViolations.ofResponse;
    const values = { secrets, showValues: !hidesValues };
    const options = {
      baseUrl,
      closed: strict,
      strict,
      keyHeader,
      maxViolations,
      ...values,
    };
    const { violations, ...others } = validateExchange(exchange, options);
    return {
      ...others,
      violations: violations.filter(({ side }) => side === 'response'),
    };
  }

  /** Reports a `Retry-After` that is not as declared. That there is a rate limit is no violation. */
  #validateDelay(exchange: RecordedExchange): void {
    const wrongDelays = this.#validate(exchange).violations.filter(
      ({ part, pointer }) =>
        part === 'header' && pointer.toLowerCase() === '/retry-after',
    );
    if (wrongDelays.length === 0) return;
    this.exchanges.push(this.session.retain(exchange));
    for (const violation of wrongDelays)
      this.#add(violation, this.exchanges.length - 1);
  }
}

/** Returns the beginning of a pointer: servers choose the names in it. */
function shortened(pointer: string): string {
  return pointer.length > longestPointer
    ? `${pointer.slice(0, longestPointer)}…`
    : pointer;
}

/** Whether a response says that there is no such operation. */
function isAbsence({ status, operation }: Seen): boolean {
  return absences.includes(status) && operation.responses[status] === undefined;
}

/** Whether a response rejects the key. As a text, it states that the user has no access to a repository. */
function isKeyRejected({ status, body }: Seen): boolean {
  return status === 401 && typeof body !== 'string';
}

/** Whether a response rejects a call as invalid that is not known to be rejected. */
function isRequestRejected(call: Call, seen: Seen): boolean {
  const { requestBody, responses } = call.operation;
  if (seen.status !== 422 || responses['422'] === undefined) return false;
  // Deployments require the ids of the conversations (decision D06), and a body (decision D38).
  if (omissionIn(call) !== undefined) return false;
  if (requestBody && !call.body) return false;
  return !isOnlyForbidden(seen);
}

/** What deployments reject in the legacy creation: an id of the client (D18), and what is not listed (D22). */
function isOnlyForbidden({ operation, properties }: Seen): boolean {
  if (operation.operationId !== 'createConversation') return false;
  const { detail } = properties;
  if (!Array.isArray(detail) || detail.length === 0) return false;
  return detail.every((entry) => objectOf(entry)['type'] === 'extra_forbidden');
}

/** The rule for a call without a parameter whose omission is assumed. */
function omissionIn({ operation, query = [] }: Call): Rule | undefined {
  return omissionRule(operation, (name) =>
    query.some((pair) => pair.startsWith(`${name}=`)),
  );
}

/** The part of the contract that describes a request. */
function ruleOfRequest({ operation, query = [], body }: Call): Rule {
  const { pointer, parameters, requestBody } = operation;
  if (body !== undefined && requestBody) {
    return ruleAt(`${pointer}/requestBody/content/application~1json/schema`);
  }
  const isSent = (name: string): boolean =>
    query.some((pair) => pair.startsWith(`${name}=`));
  const used = parameters.findIndex(({ name }) => isSent(name));
  return ruleAt(used < 0 ? pointer : `${pointer}/parameters/${used}`);
}
