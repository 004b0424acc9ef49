import { memberRule } from '../../oracle/rule.ts';
import { resolve, type Schema } from '../../contract.ts';
import type { Check } from '../check.ts';
import { membersOf } from '../members.ts';
import { checkOf } from './check-of.ts';

const operation = 'getSettings';

/** What the settings show of secrets: that there are some, and not which (decision D19). */
export function secretsCheck(): Check {
  return checkOf(operation, 'secrets', {
    title: 'No secret is given out',
    async run(examination) {
      const seen = await examination.call({ operation });
      const settings = { $ref: '#/components/schemas/Settings' };
      if (seen.status !== 200) return;
      for (const pointer of shownIn(settings, seen.body, '')) {
        const [, member = ''] = pointer.split('/');
        const rule = { ...memberRule('Settings', member), ...decision };
        const message = 'must be null or empty, as it is a secret';
        examination.report(rule, { part: 'body', pointer, keyword: 'secret', message, seen });
      }
    },
  });
}

const decision = { provenance: 'observed', decision: 'D19' } as const;

/** The places of members with `x-secret` that have a value. */
function shownIn(schema: Schema, value: unknown, pointer: string): string[] {
  const { properties = {}, items, ...known } = resolve<Schema>(schema);
  if (known['x-secret']) return isEmpty(value) ? [] : [pointer];
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => shownIn(items ?? {}, item, `${pointer}/${at}`));
  }
  return Object.entries(membersOf(value)).flatMap(([name, member]) =>
    Object.hasOwn(properties, name) ? shownIn(properties[name]!, member, `${pointer}/${name}`) : [],
  );
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === null || value === '';
}
