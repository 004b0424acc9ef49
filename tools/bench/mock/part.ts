import type { Part } from '../part.ts';
import { checkGoals } from './goals.ts';
import { measure } from './measure.ts';
import { resultsPage } from './results.ts';
import { subjects } from './subjects.ts';
import { summarize } from './summary.ts';

/** The mock beside its peers. */
export const mock: Part = {
  id: 'mock',
  subjects: subjects.map(({ id }) => id),
  rounds: 3,
  page: 'tools/bench/results/mock.md',
  async measure({ only, seconds, rounds, day, machine }) {
    const chosen = subjects.filter(({ id }) => only.includes(id));
    const summaries = (await measure(chosen, { seconds, rounds }, console.log)).map(summarize);
    const goals = checkGoals(summaries);
    const run = { day, machine, seconds, rounds, subjects: chosen };
    return { page: resultsPage(run, summaries, goals), goals };
  },
};
