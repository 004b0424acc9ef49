import type { Run } from '../checker/run.ts';
import { totalsOf } from './totals.ts';
import { count, generationsIn, time } from './words.ts';

/** The verdict on a run and its figures, each with a name, to be read by people. */
export function summaryOf(run: Run, coverage: string | undefined): [name: string, told: string][] {
  const { settings, verdict, requests, rateLimited, duration, leftovers } = run;
  const { passed, failed, skipped, errors, warnings } = totalsOf(run);
  const { requests: most, milliseconds } = settings.budget;
  const found = generationsIn(run.generations);
  const lines: [string, string][] = [
    ['Checks', `${passed} passed, ${failed} failed, ${skipped} skipped`],
    ['Findings', `${count(errors, 'error')}, ${count(warnings, 'warning')}`],
    [
      'Server',
      `${settings.baseUrl}${found && ` with ${found}`}, ${settings.write ? 'read and written' : 'only read'}`,
    ],
    [
      'Requests',
      `${requests.toLocaleString('en')} of ${most.toLocaleString('en')}, in ${time(duration)} of ${time(milliseconds)}` +
        (rateLimited > 0
          ? `; ${rateLimited.toLocaleString('en')} exceeded the rate limit (429)`
          : ''),
    ],
    ['Seed', String(settings.seed)],
    ['Contract', run.contractVersion],
  ];
  if (leftovers.length > 0) lines.push(['Left', count(leftovers.length, 'thing')]);
  if (coverage) lines.push(['Coverage', coverage]);
  return [['Verdict', verdictOf(verdict, warnings)], ...lines];
}

function verdictOf(verdict: Run['verdict'], warnings: number): string {
  if (verdict.kind === 'could not run') return `could not be found out: ${verdict.reason}`;
  if (verdict.kind === 'violations') return 'the server does not conform';
  return `the server conforms${warnings > 0 ? ', with warnings' : ''}`;
}
