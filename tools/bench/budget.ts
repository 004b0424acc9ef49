/** Demands of our client what is the same on every machine: its size, and what its types cost. */
import { installOnDemand } from '@agent-conversation/on-demand';
import { budgetsOf, complaintOf, lineOf } from './client/budget.ts';
import { measureExactly } from './client/measure.ts';
import { ours } from './client/subjects.ts';
import { instrumentsFolder } from './instruments.ts';
import { endAllWithThis } from './processes.ts';

endAllWithThis();
try {
  await installOnDemand(instrumentsFolder);
  for (const budget of budgetsOf(await measureExactly(ours))) {
    console.log(lineOf(budget));
    const complaint = complaintOf(budget);
    if (complaint !== undefined) {
      console.error(complaint);
      process.exitCode = 1;
    }
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
