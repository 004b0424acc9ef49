import { readFileSync } from 'node:fs';
import { loadRuleset, rulesetFile } from '../spectral/load-ruleset.ts';
import type { ForeignRule } from './foreign-rule.ts';
import { installed } from './installed.ts';
import { switchedOff } from './switched-off.ts';

const severities = ['error', 'warn', 'info', 'hint'];

/** The rules of Spectral and of the OWASP ruleset, as `.spectral.yaml` has them. */
export async function spectralRules(): Promise<readonly ForeignRule[]> {
  const { rules } = await loadRuleset();
  const off = switchedOff(readFileSync(rulesetFile, 'utf8'), 'rules');
  return Object.values(rules)
    .filter(({ name }) => !name.startsWith('contract-'))
    .map(({ name, description, message, enabled, severity }) => ({
      id: name,
      description: (description ?? '').trim() || withoutHoles(message ?? ''),
      from: isOwasp(name)
        ? installed('@stoplight/spectral-owasp-ruleset')
        : `${installed('@stoplight/spectral-cli')}, ruleset spectral:oas`,
      severity: enabled ? (severities[severity] ?? 'hint') : 'off',
      reason: off.find(({ id }) => id === name)?.reason,
      documentation: isOwasp(name)
        ? 'https://github.com/stoplightio/spectral-owasp-ruleset#readme'
        : `https://github.com/stoplightio/spectral/blob/develop/docs/reference/openapi-rules.md#${name.toLowerCase()}`,
    }));
}

function isOwasp(name: string): boolean {
  return name.startsWith('owasp:');
}

/** A message as it can be told where nothing was found: some consist of nothing but a hole. */
function withoutHoles(message: string): string {
  const text = message.replaceAll(/\{\{.*?\}\}/g, '…').trim();
  return text === '…' ? 'It says what it demands where it finds something.' : text;
}
