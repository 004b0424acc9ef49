import { corpus } from '../corpus.ts';
import { representativesOf } from '../labels/representatives.ts';
import { oasdiffAlone } from '../oasdiff/oasdiff-alone.ts';
import { readDisagreements } from '../oasdiff/read-disagreements.ts';
import { ourSeverities } from '../oasdiff/severities.ts';
import { verdictsOf } from '../oasdiff/verdicts.ts';
import type { Results } from './table.ts';

/** The table that is kept in the repository. */
export const tableFile = new URL('../../results/corpus.md', import.meta.url);

/** What the corpus gives now: runs oasdiff, for about half a minute. */
export async function resultsNow(): Promise<Results> {
  const representatives = representativesOf(corpus);
  return {
    changes: corpus,
    verdicts: verdictsOf(representatives, await oasdiffAlone(representatives), ourSeverities()),
    disagreements: readDisagreements(),
  };
}
