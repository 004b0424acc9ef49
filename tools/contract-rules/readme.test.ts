import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import plugin from './redocly/plugin.ts';

const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
const ruleset = readFileSync(join(import.meta.dirname, '../../.spectral.yaml'), 'utf8');

test('the README lists the rules, in their order', () => {
  const { rules, decorators } = plugin();
  const ofPlugin = [...Object.keys(rules.oas3), ...Object.keys(decorators.oas3)];
  expect(lines(/^- `contract\/(.+?)`: ./gm)).toEqual(ofPlugin);

  const ofRuleset = Object.entries<{ description?: string }>(parse(ruleset).rules)
    .filter(([id]) => id.startsWith('contract-'))
    .map(([id, { description }]) => `\`${id}\`: ${description}`);
  expect(lines(/^- (`contract-.+)$/gm)).toEqual(ofRuleset);
});

function lines(form: RegExp) {
  return [...readme.matchAll(form)].map(([, line]) => line);
}
