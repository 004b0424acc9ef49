import { type Check, Skipped } from '../check.ts';
import { lifecycleOf } from '../lifecycle.ts';
import { arrive } from './arrive.ts';
import { bring } from './bring.ts';
import { checkOf } from './check-of.ts';
import { change, statusOf } from './sandbox.ts';
import { workplaceIn } from './workplace.ts';

const name = 'SandboxStatus';

/** What pausing or resuming does in each state that can be brought about, by the table of the contract. */
export function lifecycleCheck(operation: 'pauseSandbox' | 'resumeSandbox'): Check {
  return checkOf(operation, 'lifecycle', {
    title: 'In each state it does what the lifecycle says, also when it is repeated',
    async run(examination) {
      const { transitions, unchanged } = lifecycleOf(name);
      const id = await workplaceIn(examination);
      const edges = [
        ...transitions
          .filter((it) => it.operation === operation)
          .map(({ from, to }) => ({ from, to })),
        ...unchanged
          .filter((it) => it.operation === operation)
          .map(({ in: from }) => ({ from, to: undefined })),
      ];
      let walked = 0;
      for (const { from, to } of edges) {
        if (!(await bring(examination, id, from))) continue;
        walked += 1;
        await change(examination, operation, id, from);
        // Whether a state can follow the one before is told by what is seen of it.
        if (to === undefined) await statusOf(examination, id);
        else await arrive(examination, id, { from, to, operation });
      }
      if (walked === 0)
        throw new Skipped('the sandbox could be brought into no state that allows it');
    },
  });
}
