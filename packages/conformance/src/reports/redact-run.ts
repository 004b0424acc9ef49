import type {
  CheckFinding,
  CheckResult,
  Leftover,
  RecordedExchange,
  Run,
  RunSettings,
  Verdict,
} from '../checker/run.ts';
import { knownSecrets } from './known-secrets.ts';
import { redactJson, redactText } from './redact-text.ts';
import { redactUrl } from './redact-url.ts';
import { createScrubber, redacted } from './scrubber.ts';
import { secretHeaders } from './secret-names.ts';

/** What stands in the place of a body that is no JSON, as nobody can tell what in it is secret. */
const leftOut = '[left out: not JSON]';

/**
 * A run without secrets, of which every report is made: nothing is left of headers that let somebody in, of
 * members that the contract marks as secret, and of the values of both, wherever else they stand.
 *
 * @param secrets more of them, such as the key
 */
export function redactRun(run: Run, secrets: readonly string[]): Run {
  const scrub = createScrubber(new Set([...secrets, ...knownSecrets(run)]));
  const text = (value: string) => redactText(value, scrub);
  const url = (value: string) => redactUrl(value, scrub);
  const optional = (value: string | undefined) => (value === undefined ? undefined : text(value));
  const body = (value: string) => (value === '' ? '' : (redactJson(value, scrub) ?? leftOut));

  function headers(given: Headers): Headers {
    const clean = new Headers();
    for (const [name, value] of given) {
      clean.append(name, secretHeaders.has(name) ? redacted : text(value));
    }
    return clean;
  }

  const exchange = ({ request, answer, ...times }: RecordedExchange): RecordedExchange => ({
    ...times,
    request: {
      ...request,
      url: url(request.url),
      headers: headers(request.headers),
      body: request.body === undefined ? undefined : body(request.body),
    },
    answer: { ...answer, headers: headers(answer.headers), body: body(answer.body) },
  });
  const finding = (it: CheckFinding): CheckFinding => ({
    ...it,
    pointer: text(it.pointer),
    message: text(it.message),
  });
  const result = (it: CheckResult): CheckResult => ({
    ...it,
    reason: optional(it.reason),
    again: optional(it.again),
    findings: it.findings.map(finding),
    exchanges: it.exchanges.map(exchange),
  });
  const leftover = (it: Leftover): Leftover => ({
    ...it,
    id: text(it.id),
    reason: text(it.reason),
  });
  // Each by its name: who makes a run may well keep the key among what it is told to do.
  const settings = (it: RunSettings): RunSettings => ({
    baseUrl: url(it.baseUrl),
    seed: it.seed,
    write: it.write,
    strict: it.strict,
    include: it.include.map(text),
    exclude: it.exclude.map(text),
    budget: { requests: it.budget.requests, milliseconds: it.budget.milliseconds },
    rate: it.rate,
  });
  const verdict = (it: Verdict): Verdict =>
    it.kind === 'could not run' ? { ...it, reason: text(it.reason) } : it;

  return {
    ...run,
    settings: settings(run.settings),
    results: run.results.map(result),
    leftovers: run.leftovers.map(leftover),
    verdict: verdict(run.verdict),
  };
}
