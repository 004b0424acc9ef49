import * as fc from 'fast-check';
import type { RecordedExchange } from '../checker/run.ts';
import { secretNames } from '../contract.ts';
import { character } from '../requests/arbitrary.ts';
import { escapes, wrappers } from './encodings.ts';
import { exchange, violation, result, runOf } from './rich-run.ts';

const lower = 'abcdefghijkmnpqrstuvwxyz';
const signs = '%\\"&<>;#~/+=\'!';

/** A text of some characters. */
const of = (alphabet: string, minLength: number, maxLength: number) =>
  fc.string({
    unit: fc.constantFrom(...alphabet.split('')),
    minLength,
    maxLength,
  });
const joined = (...parts: fc.Arbitrary<string>[]) =>
  fc.tuple(...parts).map((all) => all.join(''));

/** Eight letters at least, which are nowhere else, between characters of any kind. */
const secret = joined(
  fc.string({ unit: character, maxLength: 6 }),
  of(lower, 8, 12),
  of(`${signs} u4`, 0, 8),
  fc.string({ unit: 'grapheme', maxLength: 2 }),
);
const key = joined(of(lower.toUpperCase(), 8, 12), of(signs, 0, 6));

const escape = fc.constantFrom(...Object.values(escapes));
const wrapper = fc.constantFrom(...Object.values(wrappers));
const around = fc.constantFrom(
  '',
  ' ',
  'token ',
  '"',
  '\\',
  '%',
  '&',
  '<b>',
  'x=',
  '\u001b[31m',
);

/** A text with one of the secrets, written in some way. */
function echo(secrets: readonly string[]): fc.Arbitrary<string> {
  const written = fc
    .tuple(fc.constantFrom(...secrets), escape, escape, fc.option(wrapper))
    .map(([text, inner, outer, wrap]) =>
      wrap ? wrap(text) : outer(inner(text)),
    );
  return joined(around, written, around);
}

/** What a header can have (RFC 9110, section 5.5). */
const forHeader = (text: string) =>
  text.replaceAll(/[^\t\x20-\x7e]/g, '').trim();
const percentEncoded = escapes['percent-encoded']!;

function exchangeWith(
  secrets: readonly string[],
): fc.Arbitrary<RecordedExchange> {
  const echoed = echo(secrets);
  const size = { minLength: secrets.length, maxLength: secrets.length };
  return fc
    .tuple(
      fc.array(fc.constantFrom(...secretNames), size),
      fc.tuple(echoed, echoed, echoed, echoed, echoed, echoed),
      fc.boolean(),
    )
    .map(([properties, [path, query, name, text, header, sent], isJson]) => {
      const shown = properties.map((it, at) => ({
        [it]: at % 2 ? secrets[at] : { inner: [secrets[at]] },
      }));
      const body = { shown, [name]: text, nested: JSON.stringify({ text }) };
      const target = `/api/${percentEncoded(path)}?q=${escapes['as a form']!(query)}&limit=5`;
      const headers = {
        'X-Echo': forHeader(header),
        Location: `/a?b=${percentEncoded(sent)}`,
      };
      const responseBody = isJson ? body : `${text} ${JSON.stringify(shown)}`;
      return exchange('POST', target, 200, responseBody, {
        sent: { sent, shown },
        headers,
      });
    });
}

/**
 * Runs with secrets where they belong, and repeated elsewhere, escaped in some way: in other properties, headers,
 * URLs, violations, and what the run says itself. The secrets are the key and the values of secret properties.
 */
export const secretRun = fc
  .tuple(key, fc.array(secret, { minLength: 1, maxLength: 3 }))
  .chain(([own, others]) => {
    const secrets = [own, ...others];
    const text = echo(secrets);
    return fc
      .tuple(
        fc.array(exchangeWith(others), { minLength: 1, maxLength: 2 }),
        fc.array(exchangeWith(secrets), { maxLength: 1 }),
        fc.tuple(text, text, text, text, text, text, text),
      )
      .map(
        ([
          exchanges,
          echoed,
          [pointer, message, reason, rerun, id, why, verdict],
        ]) => {
          const run = runOf({
            results: [
              result(
                'searchSandboxes.response',
                'The response is as declared',
                {
                  outcome: 'failed',
                  violations: [
                    violation({ pointer: `/${pointer}`, message }),
                    violation({ severity: 'warning', message }),
                  ],
                  exchanges: [...exchanges, ...echoed],
                  rerun,
                },
              ),
              result('startSandbox.response', 'A title', {
                outcome: 'skipped',
                reason,
              }),
            ],
            leftovers: [{ kind: 'sandbox', id, reason: why }],
            verdict: { kind: 'could not run', reason: verdict },
          });
          return { run, key: own, secrets };
        },
      );
  });
