import { placeAt } from '../../oracle/contract-place.ts';
import { ruleOf } from '../../oracle/rule.ts';
import { textsIn } from '../../oracle/texts.ts';
import { type Check, checkOf } from '../check.ts';

const operation = 'getSettings';

/** The settings state that there are secrets, and not which (decision D19). */
export function secretsCheck(): Check {
  return checkOf(operation, 'secrets', {
    title: 'No secret is returned in clear text',
    async run(examination) {
      const seen = await examination.call({ operation });
      if (seen.status !== 200) return;
      for (const { pointer, text, isName, secret } of textsIn(seen.body, settings)) {
        if (!secret || isName || /^[*•]*$/.test(text)) continue;
        const message = 'must be null or empty, because it is a secret';
        const place = { part: 'body', pointer, keyword: 'secret' } as const;
        examination.report(ruleOf(secret), { ...place, message, seen });
      }
    },
  });
}

const settings = placeAt('components', 'schemas', 'Settings');
