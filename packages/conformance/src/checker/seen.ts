/** Responses as checks see them, and how they report what is wrong with one. */
import type { JsonObject } from '@agent-conversation/contract';
import type { Operation } from '../contract.ts';
import type { ReceivedResponse } from '../oracle/exchange.ts';
import type { Rule } from '../oracle/rules.ts';
import type { RuleViolation } from '../oracle/violations.ts';

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
  /** Adds what came to the message of a violation. */
  readonly describe: (violation: RuleViolation) => RuleViolation;
}

/** A violation of a rule; the location is a part of the response and a JSON Pointer, such as `body/items/0`. */
export type Reported = [
  rule: Rule,
  location: string,
  keyword: string,
  message: string,
];
