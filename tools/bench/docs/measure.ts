import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { findBrowser, howToInstall } from '@agent-conversation/cli/browser';
import { serve } from '../processes.ts';
import { type Case, cases } from './cases.ts';
import { sizes } from './contracts.ts';
import type { Load } from './load.ts';
import { type BuildTimes, buildSites, siteOf, sitesFolder } from './sites.ts';
import type { Subject } from './subjects.ts';
import { visit } from './visit.ts';

/** All that was measured of a subject. */
export interface Figures {
  readonly subject: Subject;
  /** Undefined where nothing is built before. */
  readonly builds: BuildTimes | undefined;
  /** The loads round by round, by the id of the case. */
  readonly loads: Map<string, Load[]>;
}

/** What was measured, and with what. */
export interface Measured {
  readonly browser: string;
  readonly figures: readonly Figures[];
}

const service = fileURLToPath(new URL('service.ts', import.meta.url));

/**
 * Builds the sites of the subjects and visits them in turn, so that what disturbs the machine for a while
 * disturbs all of them, and each round with another one first.
 *
 * @param report called with a line for each step
 * @throws {Error} when there is no browser, or a site cannot be built
 */
export async function measure(
  subjects: readonly Subject[],
  rounds: number,
  report: (line: string) => void,
): Promise<Measured> {
  const executablePath = findBrowser(process.env);
  if (executablePath === undefined) throw new Error(howToInstall);
  const builds = await buildSites(subjects, report);
  const figures = subjects.map((subject): Figures => ({
    subject,
    builds: builds.get(subject.id),
    loads: new Map(),
  }));
  const server = await serve([service, sitesFolder]);
  const browser = await chromium.launch({ executablePath, args: browserArguments });
  try {
    // The first visit of all starts what the browser keeps.
    for (const { subject } of figures) await visitCase(browser, server.url, subject, cases[0]!);
    for (let round = 1; round <= rounds; round++) {
      for (const each of cases) {
        for (const { subject, loads } of beginningWith(figures, round % figures.length)) {
          if (round > 1 && isLong(subject, each)) continue;
          const load = await visitCase(browser, server.url, subject, each);
          loads.set(each.id, [...(loads.get(each.id) ?? []), load]);
          report(`round ${round}/${rounds}  ${each.id}  ${subject.id}  ${timeOf(load)}`);
        }
      }
    }
    return { browser: `Chromium ${browser.version()}`, figures };
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** No other host has an address, so that nobody's network is measured. */
const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

function visitCase(browser: Browser, origin: string, subject: Subject, each: Case): Promise<Load> {
  const { size, view, profile } = each;
  const place = subject.places[view.id];
  const landmark = { ...place, headingText: view.heading, openings: view.openings };
  return visit(browser, `${origin}/${siteOf(subject, size)}${place.address}`, landmark, profile);
}

function timeOf({ readable }: Load): string {
  return readable === Infinity ? 'not in view' : `${readable.toFixed()} ms`;
}

/** Whether a case takes up to minutes, and is measured once: a page that reads a large contract itself. */
function isLong(
  { prerendered }: Pick<Subject, 'prerendered'>,
  { size }: Pick<Case, 'size'>,
): boolean {
  return !prerendered && size > sizes[0];
}

function beginningWith<T>(items: readonly T[], index: number): readonly T[] {
  return [...items.slice(index), ...items.slice(0, index)];
}
