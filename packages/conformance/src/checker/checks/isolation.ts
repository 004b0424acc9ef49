import { ruleAt } from '../../oracle/rule.ts';
import { pathTo } from '../call.ts';
import { type Check, checkOf } from '../check.ts';
import type { Examination, Seen } from '../examination.ts';
import { idsOf, membersOf } from '../members.ts';
import { madeUp } from '../random.ts';
import { workplaceIn } from './workplace.ts';

/** What one key has made, as others see it. */
export function isolationCheck(): Check {
  return checkOf('startSandbox', 'isolation', {
    title: 'A key cannot see or change what another key has started',
    async run(examination) {
      const id = await workplaceIn(examination);
      const key = madeUp(examination.session.settings.seed, 'other key');
      const shown = await examination.call({ operation: 'searchSandboxes', key });
      if (idsOf(membersOf(shown.body)['items']).includes(id)) {
        shared(examination, 'must not list a sandbox of another key', shown);
      }
      const operation = 'resumeSandbox';
      const changed = await examination.call({ operation, path: pathTo(operation, id), key });
      if (changed.status === 200) {
        shared(examination, 'must not change a sandbox of another key', changed);
      }
    },
  });
}

function shared(examination: Examination, message: string, seen: Seen): void {
  const rule = ruleAt('components', 'securitySchemes', 'SessionApiKey');
  examination.report(rule, { part: 'security', keyword: 'isolation', message, seen });
}
