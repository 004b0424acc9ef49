import type { Check } from '../check.ts';
import { checkOf } from './check-of.ts';
import { workplaceIn } from './workplace.ts';

/** The start of a sandbox, in which other checks then work. */
export function startSandboxCheck(): Check {
  return checkOf('startSandbox', 'answer', {
    title: 'A sandbox is started, shown by the search, and runs at last',
    async run(examination) {
      await workplaceIn(examination);
    },
  });
}
