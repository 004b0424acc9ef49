import { contract } from '../contract.ts';
import { whyEnded } from './budget.ts';
import { beginSession, lineOf } from './begin-session.ts';
import { lookAround, type Surroundings } from './look-around.ts';
import { makeChecks } from './make-checks.ts';
import { skip } from './make-check.ts';
import { type CheckOptions, readSettings, type Settings } from './options.ts';
import { type Plan, planChecks, planned } from './plan.ts';
import type { CheckResult, Run, RunSettings } from './run.ts';
import { tidyUp } from './tidy-up.ts';
import { verdictOn } from './verdict.ts';

/** What is told while a run goes on. */
export interface Watch {
  /** Before anything is sent. */
  readonly onPlan?: ((plan: Plan) => void) | undefined;
  /** After each check, with how many of them are done. */
  readonly onCheck?: ((result: CheckResult, done: number, of: number) => void) | undefined;
}

/**
 * Holds a server that runs against the contract. Nothing is changed on it unless `write` says so; then what
 * the run has made is put in order at the end, as far as the contract has operations for that.
 *
 * @throws {OptionError} for an option that is wrong. What is wrong with the server is told by the verdict
 *
 * @example
 * const { verdict, results } = await checkServer({ baseUrl: 'http://127.0.0.1:4010', apiKey: 'any' });
 * console.log(verdict.kind, results.filter(({ outcome }) => outcome === 'failed').length);
 */
export async function checkServer(options: CheckOptions, watch: Watch = {}): Promise<Run> {
  const full = readSettings(options);
  const settings = withoutKey(full);
  const { checks, leftOut } = planChecks(full);
  watch.onPlan?.({ settings, checks: checks.map(planned), leftOut: leftOut.map(planned) });

  const startedAt = new Date();
  const start = performance.now();
  const signal = options.signal ?? new AbortController().signal;
  const session = beginSession(full, signal);
  const results: CheckResult[] = [];
  let surroundings: Surroundings | undefined;
  let ended: string | undefined;
  let fault: unknown;
  try {
    surroundings = await lookAround(session, checks);
    if (surroundings.trouble === undefined) {
      ended = await makeChecks(session, checks, surroundings, (result) => {
        results.push(result);
        watch.onCheck?.(result, results.length, checks.length);
      });
    }
  } catch (error) {
    ended = whyEnded(error, signal);
    if (ended === undefined) fault = error;
  }
  // Also after a signal, and after a fault of this program.
  const leftovers = await tidyUp(
    session,
    lineOf(full, session.budget, new AbortController().signal),
  );
  if (fault !== undefined) throw fault;
  const { trouble, generations = { v0: undefined, v1: undefined } } = surroundings ?? {};
  if (trouble === undefined) {
    for (const check of checks.slice(results.length)) results.push(skip(check, ended!));
  }
  return {
    settings,
    contractVersion: contract.info.version,
    startedAt,
    duration: performance.now() - start,
    requests: session.budget.sent,
    rateLimited: session.budget.rateLimited,
    generations,
    results,
    leftovers,
    verdict:
      trouble === undefined
        ? verdictOn(results, ended)
        : { kind: 'could not run', reason: trouble },
  };
}

/** What may be told of the settings. */
function withoutKey(settings: Settings): RunSettings {
  const { baseUrl, seed, write, strict, include, exclude, budget, rate } = settings;
  return { baseUrl, seed, write, strict, include, exclude, budget, rate };
}
