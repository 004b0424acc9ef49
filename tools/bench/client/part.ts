import type { Part } from '../part.ts';
import { measureAborts } from './abort.ts';
import { checkGoals } from './goals.ts';
import { measure } from './measure.ts';
import { resultsPage } from './results.ts';
import { subjects } from './subjects.ts';
import { summarize } from './summary.ts';

/** The client beside its peers. */
export const client: Part = {
  id: 'client',
  subjects: subjects.map(({ id }) => id),
  rounds: 9,
  page: 'tools/bench/results/client.md',
  async measure({ only, rounds, day, machine }) {
    const chosen = subjects.filter(({ id }) => only.includes(id));
    const summaries = (await measure(chosen, rounds, console.log)).map(summarize);
    const isOurs = chosen.some(({ id }) => id.startsWith('ours'));
    const aborts = isOurs ? await measureAborts() : [];
    const goals = checkGoals(summaries, aborts);
    const run = { day, machine, rounds, subjects: chosen };
    return { page: resultsPage(run, summaries, aborts, goals), goals };
  },
};
