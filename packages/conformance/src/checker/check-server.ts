import { contract } from '../contract.ts';
import { CheckContext, CheckOver, Skipped } from './check-context.ts';
import { type Check, checksOf } from './checks/registry.ts';
import {
  type CheckOptions,
  commandLine,
  OptionError,
  readSettings,
  type Settings,
} from './options.ts';
import { preflight, type Preflight } from './preflight.ts';
import type { CheckResult, Outcome, Plan, PlannedCheck, Run, RunSettings, Verdict } from './run.ts';
import { BudgetSpent } from './sender.ts';
import { beginSession, type Session } from './session.ts';

/** Callbacks for the progress of a run. */
export interface Watch {
  /** Before anything is sent. */
  readonly onPlan?: ((plan: Plan) => void) | undefined;
  /** After each check, with how many of them are done. */
  readonly onCheck?: ((result: CheckResult, done: number, of: number) => void) | undefined;
}

/**
 * Checks whether a running server conforms to the contract. Changes nothing on it without `write`; with it, pauses
 * the sandboxes of the run at the end.
 *
 * @throws {OptionError} for an option that is wrong. What is wrong with the server is in the verdict
 *
 * @example
 * const { verdict, results } = await checkServer({ baseUrl: 'http://127.0.0.1:4010', apiKey: 'any' });
 * console.log(verdict.kind, results.filter(({ outcome }) => outcome === 'failed').length);
 */
export async function checkServer(options: CheckOptions, watch: Watch = {}): Promise<Run> {
  const all = readSettings(options);
  const { baseUrl, seed, write, strict, include, exclude, budget, rate } = all;
  const settings: RunSettings = { baseUrl, seed, write, strict, include, exclude, budget, rate };
  const { checks, leftOut } = selectChecks(all);
  watch.onPlan?.({ settings, checks: checks.map(planned), leftOut: leftOut.map(planned) });

  const startedAt = new Date();
  const start = performance.now();
  const signal = options.signal ?? new AbortController().signal;
  const session = beginSession(all, signal);
  const results: CheckResult[] = [];
  let found: Preflight | undefined;
  let ended: string | undefined;
  let fault: unknown;
  try {
    found = await preflight(session, checks);
    if (found.trouble === undefined) {
      ended = await makeChecks(session, checks, found, (result) => {
        results.push(result);
        watch.onCheck?.(result, results.length, checks.length);
      });
    }
  } catch (error) {
    if (signal.aborted) ended = 'the run was interrupted';
    else if (error instanceof BudgetSpent) ended = error.message;
    else fault = error;
  }
  // Also after a signal, and after a fault of this program.
  const leftovers = await session.created.cleanUp(all);
  if (fault !== undefined) throw fault;
  const { trouble, generations = { v0: undefined, v1: undefined } } = found ?? {};
  if (trouble === undefined) {
    for (const check of checks.slice(results.length)) results.push(skip(check, ended!));
  }
  return {
    settings,
    contractVersion: contract.info.version,
    startedAt,
    duration: performance.now() - start,
    requests: session.sender.sent,
    rateLimited: session.sender.rateLimited,
    generations,
    results,
    leftovers,
    verdict:
      trouble === undefined
        ? verdictOn(results, ended)
        : { kind: 'could not run', reason: trouble },
  };
}

function planned({ id, title, operation, generation, writes }: PlannedCheck): PlannedCheck {
  return { id, title, operation, generation, writes };
}

/**
 * Returns the checks that the settings select.
 *
 * @throws {OptionError} when a pattern names no check, or all together leave none
 */
function selectChecks(settings: Settings): { checks: Check[]; leftOut: Check[] } {
  const { include, exclude, write } = settings;
  const all = checksOf(write);
  for (const option of ['include', 'exclude'] as const) {
    const idle = settings[option].find((pattern) => !all.some((check) => matches(pattern, check)));
    if (idle === undefined) continue;
    throw new OptionError(
      option,
      () =>
        `names no check by '${idle}'; write an operation, a check such as searchSandboxes.pages, ` +
        'a kind of check such as *.pages, v0 or v1',
    );
  }
  const selected = all.filter(
    (check) =>
      (include.length === 0 || include.some((pattern) => matches(pattern, check))) &&
      !exclude.some((pattern) => matches(pattern, check)),
  );
  if (selected.length === 0) throw new OptionError('exclude', () => 'leaves nothing to check');
  const [leftOut = [], checks = []] = [false, true].map((isMade) =>
    selected.filter(({ writes }) => (write || !writes) === isMade),
  );
  if (checks.length > 0) return { checks, leftOut };
  throw new OptionError(
    'include',
    (nameOf) => `names only checks that change something; they need ${nameOf('write')}`,
  );
}

/** Whether a pattern names a check: by its id, its operation or its generation. A `*` stands for any text. */
function matches(pattern: string, { id, operation, generation }: PlannedCheck): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const whole = new RegExp(`^${parts.join('.*')}$`);
  return [id, operation, generation].some((name) => whole.test(name));
}

/** After so many calls in a row without a response, a server is considered gone. */
const mostSilence = 3;

/**
 * Makes checks one after the other.
 *
 * @returns why not all of them were made; undefined if they were
 * @throws what the run was aborted with
 */
async function makeChecks(
  session: Session,
  checks: readonly Check[],
  { absences }: Preflight,
  onResult: (result: CheckResult) => void,
): Promise<string | undefined> {
  let spent: string | undefined;
  for (const check of checks) {
    if (session.silence >= mostSilence) return 'the server does not respond any more';
    const absence = absences.get(check.generation);
    if (absence === undefined) {
      const { result, error } = await makeCheck(session, check);
      if (error instanceof BudgetSpent) spent ??= error.message;
      onResult(result);
    } else {
      onResult(skip(check, absence));
    }
  }
  return spent;
}

/** @throws what the run was aborted with */
async function makeCheck(session: Session, check: Check) {
  const context = new CheckContext(session, check);
  const { findings, exchanges } = context;
  const start = performance.now();
  const error = await check.run(context).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const isSkipped = error instanceof BudgetSpent || error instanceof Skipped;
  if (error !== undefined && !isSkipped && !(error instanceof CheckOver)) throw error;
  const hasFailed = findings.some(({ severity }) => severity === 'error');
  const outcome: Outcome = hasFailed ? 'failed' : isSkipped ? 'skipped' : 'passed';
  const result: CheckResult = {
    check: planned(check),
    outcome,
    reason: isSkipped && !hasFailed ? error.message : undefined,
    findings,
    exchanges,
    duration: performance.now() - start,
    again:
      findings.length > 0
        ? commandLine(session.settings, [...context.involved, check.id])
        : undefined,
  };
  return { result, error };
}

/** The result of a check that is not made. */
function skip(check: Check, reason: string): CheckResult {
  const nothing = { findings: [], exchanges: [], duration: 0, again: undefined };
  return { check: planned(check), outcome: 'skipped', reason, ...nothing };
}

/** @param ended why the run ended before every check was made; undefined if it did not */
function verdictOn(results: readonly CheckResult[], ended: string | undefined): Verdict {
  if (results.some(({ outcome }) => outcome === 'failed')) return { kind: 'violations' };
  const made = results.filter(({ outcome }) => outcome === 'passed').length;
  if (ended === undefined && made > 0) return { kind: 'conforms' };
  const reason =
    ended === undefined
      ? `no check could be made: ${results[0]?.reason ?? 'there is none'}`
      : `${ended}; by then ${made} of ${results.length} checks were made, and none failed`;
  return { kind: 'could not run', reason };
}
