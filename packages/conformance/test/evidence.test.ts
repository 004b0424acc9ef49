/** Every response of a running edition is valid, or a deviation that the table of editions knows. */
import { join } from 'node:path';
import {
  type Evidence,
  expandPath,
  nameOf,
  readEvidence,
} from '@agent-conversation/cli/evidence';
import { expect, test } from 'vitest';
import type { Edition } from '../src/oracle/editions.ts';
import type { Exchange, Violation } from '../src/oracle/exchange.ts';
import { validateExchange } from '../src/oracle/validate-exchange.ts';

const evidence = readEvidence(
  join(import.meta.dirname, '../../../openapi/evidence'),
);
const key = 'key-of-the-recording';

/** An exchange as it went over the wire. */
function exchangeOf({ request, response }: Evidence): Exchange {
  const headers = new Headers({ 'X-Session-API-Key': key });
  if (request.body !== undefined)
    headers.set('Content-Type', 'application/json');
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  const { body: sent, hexBody } = request;
  const json = sent === undefined ? undefined : JSON.stringify(sent);
  const bytes =
    hexBody === undefined ? undefined : Buffer.from(hexBody, 'hex').toString();
  return {
    request: {
      method: request.method,
      url: `http://127.0.0.1:3000${expandPath(request.path)}`,
      headers,
      body: request.rawBody ?? json ?? bytes,
    },
    response: {
      status: response.status,
      headers: new Headers({
        'Content-Type': 'application/json',
        ...response.headers,
      }),
      body:
        response.text ??
        (response.body === undefined ? '' : JSON.stringify(response.body)),
    },
  };
}

/** The violations of the response to an exchange. */
function violationsIn(recorded: Evidence): Violation[] {
  const edition = recorded.edition as Edition;
  const { violations } = validateExchange(exchangeOf(recorded), { edition });
  return violations.filter(({ side }) => side === 'response');
}

test('every recorded response is valid, or a known deviation of its edition', () => {
  const unknown = evidence.flatMap((recorded) =>
    violationsIn(recorded)
      .filter(({ severity }) => severity !== 'known')
      .map(({ severity, part, pointer, message, decision }) => {
        const text = [severity, part, pointer, message, decision]
          .filter(Boolean)
          .join(' ');
        return `${nameOf(recorded)}: ${text}`;
      }),
  );
  expect(evidence.length).toBeGreaterThan(100);
  expect(unknown).toEqual([]);
});

test('without the edition, a known deviation is an error or a warning', () => {
  const recorded = evidence.find((it) => violationsIn(it).length > 0)!;
  const { violations } = validateExchange(exchangeOf(recorded));
  expect(violations.map(({ severity }) => severity)).not.toContain('known');
  expect(violations.length).toBeGreaterThan(0);
});
