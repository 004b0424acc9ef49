import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import bundle from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { Spectral } from '@stoplight/spectral-core';
import { afterAll, describe, expect, test } from 'vitest';
import { readFindings } from '../redocly/read-findings.ts';
import { runRedocly } from '../redocly/run-redocly.ts';
import { loadRuleset, rulesetFile } from '../spectral/load-ruleset.ts';
import { switchedOff } from './switched-off.ts';

// Its types do not fit how Node imports it.
const require = createRequire(import.meta.url);
const owasp = require('@stoplight/spectral-owasp-ruleset') as Owasp;
const config = fileURLToPath(new URL('../../../redocly.yaml', import.meta.url));
const source = fileURLToPath(new URL('../../../openapi/openapi.yaml', import.meta.url));
const ofSpectral = switchedOff(readFileSync(rulesetFile, 'utf8'), 'rules');
const ofRedocly = switchedOff(readFileSync(config, 'utf8'), 'oas3_1Rules');

interface Owasp {
  readonly rules: object;
}

const home = mkdtempSync(join(tmpdir(), 'contract-rules-'));
afterAll(() => rmSync(home, { recursive: true }));

test.each([
  [
    'a comment',
    'rules:\n  # Too loud.\n  one: off\n',
    [{ id: 'one', line: 3, reason: 'Too loud.' }],
  ],
  [
    'two lines, after another rule',
    'rules:\n  zero: error\n\n  # Too loud,\n  # and wrong.\n  one: off\n',
    [{ id: 'one', line: 6, reason: 'Too loud, and wrong.' }],
  ],
  ['no comment', 'rules:\n  one: off\n', [{ id: 'one', line: 2, reason: '' }]],
  [
    'a comment that stands above another',
    'rules:\n  # Too loud.\n  one: off\n  two: off\n',
    [
      { id: 'one', line: 3, reason: 'Too loud.' },
      { id: 'two', line: 4, reason: '' },
    ],
  ],
  [
    'colons and quotes',
    "rules:\n  # So.\n  a:b:2023-c: 'off'\n",
    [{ id: 'a:b:2023-c', line: 3, reason: 'So.' }],
  ],
  ['what is on', 'rules:\n  one: warn\n  two: { severity: error }\n', []],
  ['no rules', 'extends: all\n', []],
])('%s', (_, yaml, want) => {
  expect(switchedOff(yaml, 'rules')).toEqual(want);
});

test('every rule of the OWASP ruleset is on, or off with a reason', async () => {
  const { rules } = await loadRuleset();
  const off = ofSpectral.map(({ id }) => id);
  const lost = Object.keys(owasp.rules).filter((id) => !rules[id]?.enabled && !off.includes(id));
  expect(lost).toEqual([]);
});

describe('what is off here', () => {
  test.each([...ofSpectral, ...ofRedocly])('$id has a reason beside it', ({ reason }) => {
    expect(reason).toMatch(/^[A-Z].{20,}\.$/);
  });

  test('is nothing that the contract keeps: Spectral', async () => {
    const ids = ofSpectral.map(({ id }) => id);
    expect(await spectralFires(ids)).toEqual(ids.toSorted());
  });

  test('is nothing that the contract keeps: Redocly', async () => {
    const ids = ofRedocly.map(({ id }) => id);
    expect(await redoclyFires(ids)).toEqual(ids.toSorted());
  });

  test('would be told if the contract kept it', async () => {
    expect(await spectralFires(['info-description'])).toEqual([]);
    expect(await redoclyFires(['info-license'])).toEqual([]);
  });
});

/** Those of the rules of Spectral that find something in the contract, when they are switched on. */
async function spectralFires(ids: readonly string[]): Promise<readonly string[]> {
  const ruleset = await loadRuleset();
  for (const rule of Object.values(ruleset.rules)) {
    rule.enabled = ids.includes(rule.name);
    rule.severity = 0;
  }
  const spectral = new Spectral();
  spectral.setRuleset(ruleset);
  const codes = (await spectral.run(structuredClone(bundle))).map(({ code }) => String(code));
  return [...new Set(codes)].toSorted();
}

/** Those of the rules of Redocly that find something in the contract, when they are switched on. */
async function redoclyFires(ids: readonly string[]): Promise<readonly string[]> {
  const switchedOn = join(home, 'redocly.yaml');
  writeFileSync(
    switchedOn,
    JSON.stringify({ rules: Object.fromEntries(ids.map((id) => [id, 'error'])) }),
  );
  const args = [
    'lint',
    source,
    `--config=${switchedOn}`,
    '--format=github-actions',
    '--max-problems=5000',
  ];
  const { stdout } = await runRedocly(home, ...args);
  return [...new Set(readFindings(stdout).map(({ rule }) => rule))].toSorted();
}
