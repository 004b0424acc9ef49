import type { Part } from '../part.ts';
import { makeCases } from './cases.ts';
import { checkGoals } from './goals.ts';
import { measure } from './measure.ts';
import { resultsPage } from './results.ts';
import { subjects } from './subjects.ts';
import { kindsOf, summarize } from './summary.ts';

/** The oracle beside its peers. */
export const oracle: Part = {
  id: 'oracle',
  subjects: subjects.map(({ id }) => id),
  rounds: 5,
  page: 'tools/bench/results/oracle.md',
  async measure({ only, rounds, day, machine }) {
    const chosen = subjects.filter(({ id }) => only.includes(id));
    const cases = makeCases();
    const kinds = kindsOf(cases);
    const figures = await measure(chosen, cases, rounds, console.log);
    const summaries = figures.map((each) => summarize(each, cases));
    const goals = checkGoals(summaries, kinds);
    const valid = cases.filter(({ fault }) => fault === undefined).length;
    const run = { day, machine, rounds, subjects: chosen, kinds, valid };
    return { page: resultsPage(run, summaries, goals), goals };
  },
};
