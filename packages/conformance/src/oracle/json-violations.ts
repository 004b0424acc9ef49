/** What is wrong with the text of a JSON body, whatever its value is. */
import { MIMEType } from 'node:util';
import type { Operation } from '../contract.ts';
import {
  mediaTypeOf,
  type ReceivedResponse,
  type Severity,
} from './exchange.ts';
import { duplicateKeys } from './json-text.ts';
import { parsedBody } from './parsed-body.ts';
import { responseRule } from './rules.ts';
import { textsIn } from './secrets.ts';
import { type RuleViolation, wrong } from './violations.ts';

/** How many locations of a text are reported for one reason, and how many values are looked at. */
const mostLocations = 20;
const mostValues = 5000;

/**
 * Returns what is wrong with a JSON body as a text, and not with its value. It binds whatever the contract's provenance
 * is, like the requirement that it is JSON.
 */
export function jsonViolations(
  operation: Operation,
  { status, headers, body, encodingFaults = [] }: ReceivedResponse,
  isBroken: boolean,
): RuleViolation[] {
  if (body === '' || mediaTypeOf(headers) !== 'application/json') return [];
  const rule = responseRule(operation, status);
  const violations: RuleViolation[] = [];
  const report = (
    severity: Severity,
    location: string,
    keyword: string,
    message: string,
  ) => {
    violations.push({
      ...wrong('response', location, keyword, message, rule),
      severity,
    });
  };
  if (encodingFaults.includes('byte-order-mark')) {
    const message =
      'begins with a byte order mark, which JSON must not (RFC 8259, section 8.1)';
    report('error', 'body', 'byte-order-mark', message);
  }
  if (encodingFaults.includes('utf-8')) {
    report(
      'error',
      'body',
      'utf-8',
      'is not UTF-8, as JSON must be (RFC 8259, section 8.1)',
    );
  }
  const charset = charsetOf(headers);
  if (charset && !/^utf-?8$/i.test(charset)) {
    const message =
      'must not name another charset than UTF-8 (RFC 8259, section 8.1)';
    report('error', 'header/content-type', 'charset', message);
  }
  if (isBroken) return violations;
  for (const pointer of duplicateKeys(body, mostLocations)) {
    const message =
      'is there twice in its object: programs read different ones (RFC 8259, section 4)';
    report('warning', `body${pointer}`, 'duplicate-key', message);
  }
  for (const pointer of halfSurrogates(body, mostLocations)) {
    const message =
      'has half of a surrogate pair, which is no Unicode text (RFC 8259, section 8.2)';
    report('warning', `body${pointer}`, 'surrogate', message);
  }
  return violations;
}

/** Returns the locations of texts and names with a half surrogate, which only an escape can have. */
function halfSurrogates(body: string, most: number): string[] {
  if (!/\\u[Dd][89A-Fa-f]/.test(body)) return [];
  const texts = textsIn(parsedBody(body).value, undefined, mostValues);
  const wrongTexts = texts.filter(({ text }) => !text.isWellFormed());
  return wrongTexts.slice(0, most).map(({ pointer }) => pointer);
}

/** The charset that a message names (RFC 9110, section 8.3.2); null if it names none. */
function charsetOf(headers: Headers): string | null {
  return new MIMEType(headers.get('content-type')!).params.get('charset');
}
