import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { ForeignRule } from './foreign-rule.ts';
import { installed } from './installed.ts';
import { switchedOff } from './switched-off.ts';

const config = new URL('../../../redocly.yaml', import.meta.url);

/** The rules of Redocly on OpenAPI 3.1 and Arazzo, as `redocly.yaml` has them. */
export function redoclyRules(): readonly ForeignRule[] {
  const off = switchedOff(readFileSync(config, 'utf8'), 'oas3_1Rules');
  return Object.entries(redoclyDescriptions()).map(([id, description]) => {
    const reason = off.find((rule) => rule.id === id)?.reason;
    return {
      id,
      description,
      from: `${installed('@redocly/cli')}, ruleset all`,
      severity: reason === undefined ? 'error' : 'off',
      reason,
      documentation: 'https://redocly.com/docs/cli/rules/built-in-rules',
    };
  });
}

/** What each rule of Redocly demands. */
export function redoclyDescriptions(): Readonly<Record<string, string>> {
  return parse(readFileSync(new URL('redocly-rules.yaml', import.meta.url), 'utf8')) as Record<
    string,
    string
  >;
}
