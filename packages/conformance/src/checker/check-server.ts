import { generationOf } from '@agent-conversation/contract';
import { contract, operations } from '../contract.ts';
import { CheckContext, type CheckDefinition } from './check-context.ts';
import { plainChecks } from './checks/plain.ts';
import { randomChecks } from './checks/random.ts';
import { pageChecks, responseChecks } from './checks/responses.ts';
import { sandboxChecks } from './checks/sandboxes.ts';
import { findEdition, hintsAtOtherEdition, seenDeviations } from './edition.ts';
import { CheckOver, Skipped } from './ends.ts';
import { hintsFor } from './hints.ts';
import {
  type CheckOptions,
  commandLine,
  OptionError,
  readSettings,
} from './options.ts';
import { preflight } from './preflight.ts';
import type {
  CheckResult,
  Outcome,
  Plan,
  PlannedCheck,
  Run,
  RunSettings,
  Verdict,
} from './run.ts';
import { BudgetSpent } from './sender.ts';
import { Session } from './session.ts';

/** Every check, in the order in which they are made: the budget may end before the random calls. */
const definitions: readonly CheckDefinition[] = [
  ...plainChecks,
  ...responseChecks,
  ...sandboxChecks,
  ...pageChecks,
  ...randomChecks,
];

/** Callbacks for the progress of a run. */
export interface Watch {
  /** Before anything is sent. */
  readonly onPlan?: ((plan: Plan) => void) | undefined;
  /** After each check, with how many of them are done. */
  readonly onCheck?:
    ((result: CheckResult, done: number, of: number) => void) | undefined;
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
export async function checkServer(
  options: CheckOptions,
  watch: Watch = {},
): Promise<Run> {
  const all = readSettings(options);
  // Everything but the key is reported.
  const { apiKey: _, ...settings } = all;
  const { edition } = settings;
  const { checks, leftOut } = selectChecks(settings);
  watch.onPlan?.({ settings, checks, leftOut });

  const startedAt = new Date();
  const start = performance.now();
  const signal = options.signal ?? new AbortController().signal;
  const session = new Session(all, signal);
  const results: CheckResult[] = [];
  const hints: string[] = [];
  let server: Awaited<ReturnType<typeof preflight>> | undefined;
  try {
    server = await preflight(session, checks);
    if (server.trouble === undefined && edition !== undefined) {
      const likely = await findEdition(session, server);
      session.edition = edition === 'auto' ? likely : edition;
      hints.push(...hintsAtOtherEdition(session.edition, likely));
    }
    for (const check of server.trouble === undefined ? checks : []) {
      if (session.silence >= mostSilence) {
        session.ended = 'the server does not respond any more';
        break;
      }
      const absence = server.absences.get(check.generation);
      const result = absence
        ? skip(check, absence)
        : await makeCheck(session, check);
      results.push(result);
      watch.onCheck?.(result, results.length, checks.length);
    }
  } catch (error) {
    if (signal.aborted) session.ended = 'the run was interrupted';
    else if (error instanceof BudgetSpent) session.ended = error.message;
    else
      session.ended = `a response caused an error of the checker: ${String(error)}`;
  }
  const leftovers = await session.cleanUp();
  const { trouble, generations = { v0: undefined, v1: undefined } } =
    server ?? {};
  if (trouble === undefined) {
    for (const check of checks.slice(results.length))
      results.push(skip(check, session.ended!));
  }
  return {
    settings,
    contractVersion: contract.info.version,
    startedAt,
    duration: performance.now() - start,
    requests: session.sent,
    rateLimited: session.rateLimited,
    generations,
    edition: session.edition,
    deviations: seenDeviations(session.edition, results, generations),
    hints: [...hints, ...hintsFor(results)],
    results,
    leftovers,
    secrets: [...session.secrets],
    verdict: trouble
      ? { kind: 'could not run', reason: trouble }
      : verdictOn(results, session),
  };
}

/** @throws {OptionError} when a pattern names no check, or all together leave none */
function selectChecks({
  include,
  exclude,
  write,
}: RunSettings): Pick<Plan, 'checks' | 'leftOut'> {
  const all = definitions.flatMap(({ kind, title, of, writes }) =>
    operations.filter(of).map((operation): PlannedCheck => {
      const { operationId: id, path, method } = operation;
      const isWriting = writes?.(operation, write) ?? method !== 'get';
      const effects = { generation: generationOf(path), writes: isWriting };
      return { id: `${id}.${kind}`, title, operation: id, ...effects };
    }),
  );
  for (const [option, patterns] of Object.entries({ include, exclude })) {
    const idle = patterns.find(
      (pattern) => !all.some((check) => isNamed([pattern], check)),
    );
    if (idle === undefined) continue;
    const forms =
      'a check such as searchSandboxes.pages, a kind of check such as *.pages, v0 or v1';
    const reason = `names no check by '${idle}'; write an operation, ${forms}`;
    throw new OptionError(option as 'include' | 'exclude', reason);
  }
  const selected = all.filter(
    (it) =>
      (include.length === 0 || isNamed(include, it)) && !isNamed(exclude, it),
  );
  if (selected.length === 0)
    throw new OptionError('exclude', 'leaves nothing to check');
  const checks = selected.filter(({ writes }) => write || !writes);
  if (checks.length > 0)
    return { checks, leftOut: selected.filter((it) => !checks.includes(it)) };
  throw new OptionError(
    'include',
    'names only checks that change something; they need',
    'write',
  );
}

/** Whether a pattern names a check: by its id, its operation or its generation. A `*` stands for any text. */
function isNamed(
  patterns: readonly string[],
  { id, operation, generation }: PlannedCheck,
): boolean {
  return patterns.some((pattern) => {
    const escaped = pattern.replaceAll(/[^\w*]/g, String.raw`\$&`);
    const name = new RegExp(`^${escaped.replaceAll(/\*+/g, '.*')}$`, 's');
    return [id, operation, generation].some((it) => name.test(it));
  });
}

/** After so many calls in a row without a response, a server is considered gone. */
const mostSilence = 3;

/**
 * Makes a check. An error of the checker itself, which an odd response may cause, becomes a violation: no response ends
 * the run.
 *
 * @throws what the run was aborted with
 */
async function makeCheck(
  session: Session,
  check: PlannedCheck,
): Promise<CheckResult> {
  const context = new CheckContext(session, check);
  const { operation, violations, exchanges, involved } = context;
  const isOf = ({ kind, of }: CheckDefinition) =>
    check.id === `${check.operation}.${kind}` && of(operation);
  const start = performance.now();
  let reason: string | undefined;
  try {
    await definitions.find(isOf)!.run(context);
  } catch (error) {
    if (error instanceof BudgetSpent) session.ended ??= error.message;
    if (error instanceof BudgetSpent || error instanceof Skipped) {
      reason = error.message;
    } else if (!(error instanceof CheckOver)) {
      session.signal.throwIfAborted();
      context.reportException(error);
    }
  }
  const hasFailed = violations.some(({ severity }) => severity === 'error');
  if (hasFailed) reason = undefined;
  const outcome: Outcome = hasFailed ? 'failed' : 'passed';
  const isRepeated = violations.some(({ severity }) => severity !== 'known');
  const needed = [...involved].filter((id) => id !== check.id);
  return {
    check,
    outcome: reason === undefined ? outcome : 'skipped',
    reason,
    violations,
    omitted: context.omitted,
    exchanges,
    duration: performance.now() - start,
    rerun: isRepeated
      ? commandLine(session.settings, [...needed, check.id])
      : undefined,
  };
}

/** The result of a check that is not made. */
function skip(check: PlannedCheck, reason: string): CheckResult {
  const nothing = {
    violations: [],
    omitted: 0,
    exchanges: [],
    duration: 0,
    rerun: undefined,
  };
  return { check, outcome: 'skipped', reason, ...nothing };
}

function verdictOn(
  results: readonly CheckResult[],
  { ended }: Session,
): Verdict {
  if (results.some(({ outcome }) => outcome === 'failed'))
    return { kind: 'violations' };
  const passed = results.filter(({ outcome }) => outcome === 'passed').length;
  if (ended === undefined && passed > 0) return { kind: 'conforms' };
  const reason =
    ended === undefined
      ? `no check could be made: ${results[0]?.reason ?? 'there is none'}`
      : `${ended}; by then ${passed} of ${results.length} checks were made, and none failed`;
  return { kind: 'could not run', reason };
}
