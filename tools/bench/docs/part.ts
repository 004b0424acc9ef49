import type { Part } from '../part.ts';
import { checkGoals } from './goals.ts';
import { measure } from './measure.ts';
import { resultsPage } from './results.ts';
import { subjects } from './subjects.ts';
import { summarize } from './summary.ts';

/** The documentation beside its peers. */
export const docs: Part = {
  id: 'docs',
  subjects: subjects.map(({ id }) => id),
  rounds: 5,
  page: 'tools/bench/results/docs.md',
  async measure({ only, rounds, day, machine }) {
    const chosen = subjects.filter(({ id }) => only.includes(id));
    const { browser, figures } = await measure(chosen, rounds, console.log);
    const summaries = figures.map(summarize);
    const goals = checkGoals(summaries);
    const run = { day, machine, browser, rounds, subjects: chosen };
    return { page: resultsPage(run, summaries, goals), goals };
  },
};
