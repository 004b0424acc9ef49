import { ruleAt } from '../../oracle/rule.ts';
import { pathTo } from '../call.ts';
import { type Check, checkOf } from '../check.ts';
import type { CheckContext, Seen } from '../check-context.ts';
import { idsOf, membersOf } from '../members.ts';
import { madeUp } from '../random.ts';
import { workplaceIn } from './workplace.ts';

/** What one key has made, as others see it. */
export function isolationCheck(): Check {
  return checkOf('startSandbox', 'isolation', {
    title: 'A key cannot see or change what another key has started',
    async run(context) {
      const id = await workplaceIn(context);
      const key = madeUp(context.session.settings.seed, 'other key');
      const shown = await context.call({ operation: 'searchSandboxes', key });
      if (idsOf(membersOf(shown.body)['items']).includes(id)) {
        shared(context, 'must not list a sandbox of another key', shown);
      }
      const operation = 'resumeSandbox';
      const changed = await context.call({ operation, path: pathTo(operation, id), key });
      if (changed.status === 200) {
        shared(context, 'must not change a sandbox of another key', changed);
      }
    },
  });
}

function shared(context: CheckContext, message: string, seen: Seen): void {
  const rule = ruleAt('components', 'securitySchemes', 'SessionApiKey');
  context.report(rule, { part: 'security', keyword: 'isolation', message, seen });
}
