import * as fc from 'fast-check';
import type { RecordedExchange, Run } from '../checker/run.ts';
import { secretProperties } from '../reports/redact-run.ts';
import { escapes, wrappers } from './encodings.ts';
import { exchange, finding, result, runOf } from './rich-run.ts';

/** A run, and what of it must not be seen. */
export interface SecretRun {
  readonly run: Run;
  readonly key: string;
  /** The values of secret members and the key. */
  readonly secrets: readonly string[];
}

const lower = 'abcdefghijkmnpqrstuvwxyz';
const signs = '%\\"&<>;#~/+=\'!';

/** A text of some characters. */
const of = (alphabet: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet.split('')), minLength, maxLength });

/** Eight letters at least, which stand nowhere else, between characters of any kind. */
const secret = fc
  .tuple(
    fc.string({ unit: 'binary', maxLength: 6 }),
    of(lower, 8, 12),
    of(`${signs} u4`, 0, 8),
    fc.string({ unit: 'grapheme', maxLength: 2 }),
  )
  .map((parts) => parts.join(''));

const key = fc
  .tuple(of(lower.toUpperCase(), 8, 12), of(signs, 0, 6))
  .map((parts) => parts.join(''));

const escape = fc.constantFrom(...Object.values(escapes));
const wrapper = fc.constantFrom(...Object.values(wrappers));

/** A text in which one of the secrets stands, written in some way. */
function echo(secrets: readonly string[]): fc.Arbitrary<string> {
  const written = fc.tuple(fc.constantFrom(...secrets), escape, escape, fc.option(wrapper));
  const around = fc.constantFrom('', ' ', 'token ', '"', '\\', '%', '&', '<b>', 'x=', '\u001b[31m');
  return fc
    .tuple(around, written, around)
    .map(
      ([before, [text, inner, outer, wrap], after]) =>
        before + (wrap ? wrap(text) : outer(inner(text))) + after,
    );
}

/** What a header can carry (RFC 9110, section 5.5). */
const forHeader = (text: string) => text.replaceAll(/[^\t\x20-\x7e]/g, '').trim();

function exchangeWith(secrets: readonly string[]): fc.Arbitrary<RecordedExchange> {
  const echoed = echo(secrets);
  const member = fc.constantFrom(...secretProperties);
  return fc
    .record({
      members: fc.array(member, { minLength: secrets.length, maxLength: secrets.length }),
      path: echoed,
      query: echoed,
      name: echoed,
      text: echoed,
      header: echoed,
      sent: echoed,
      isJson: fc.boolean(),
    })
    .map(({ members, path, query, name, text, header, sent, isJson }) => {
      const shown = members.map((it, at) => ({
        [it]: at % 2 ? secrets[at] : { inner: [secrets[at]] },
      }));
      const answer = { shown, [name]: text, nested: JSON.stringify({ text }) };
      return exchange(
        'POST',
        `/api/${escapes['percent-encoded']!(path)}?q=${escapes['as a form']!(query)}&limit=5`,
        200,
        isJson ? answer : `${text} ${JSON.stringify(shown)}`,
        {
          sent: { sent, shown },
          headers: {
            'X-Echo': forHeader(header),
            Location: `/a?b=${escapes['percent-encoded']!(sent)}`,
          },
        },
      );
    });
}

/**
 * Runs in which secrets stand where they belong, and are repeated elsewhere, escaped in some way: in other
 * members, headers, URLs, findings, and what the run says itself.
 */
export const secretRun: fc.Arbitrary<SecretRun> = fc
  .tuple(key, fc.array(secret, { minLength: 1, maxLength: 3 }))
  .chain(([own, members]) => {
    const secrets = [own, ...members];
    const text = echo(secrets);
    return fc
      .record({
        exchanges: fc.array(exchangeWith(members), { minLength: 1, maxLength: 2 }),
        echoed: fc.array(exchangeWith(secrets), { maxLength: 1 }),
        texts: fc.tuple(text, text, text, text, text, text, text),
      })
      .map(({ exchanges, echoed, texts }) => {
        const [pointer, message, reason, again, id, why, verdict] = texts;
        const run = runOf({
          results: [
            result('searchSandboxes.answer', 'The answer is as declared', {
              outcome: 'failed',
              findings: [
                finding({ pointer: `/${pointer}`, message }),
                finding({ severity: 'warning', message }),
              ],
              exchanges: [...exchanges, ...echoed],
              again,
            }),
            result('startSandbox.answer', 'The answer is as declared', {
              outcome: 'skipped',
              reason,
            }),
          ],
          leftovers: [{ kind: 'sandbox', id, reason: why }],
          verdict: { kind: 'could not run', reason: verdict },
        });
        return { run, key: own, secrets };
      });
  });
