import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Spectral } from '@stoplight/spectral-core';
import { afterAll, describe, expect, test } from 'vitest';
import { contract, decisions } from './cases/base.ts';
import type { Given } from './cases/case.ts';
import { cases } from './cases/index.ts';
import { loadRuleset } from './load-ruleset.ts';

const ruleset = await loadRuleset();
const spectral = new Spectral();
spectral.setRuleset(ruleset);

const folder = fs.mkdtempSync(join(tmpdir(), 'contract-rules-'));
const decisionsFile = join(folder, 'decisions.md');
for (const then of ruleset.rules['contract-decision']?.then ?? []) {
  then.functionOptions = { file: decisionsFile };
}
afterAll(() => fs.rmSync(folder, { recursive: true }));

test('the contract of the cases keeps every rule', async () => {
  expect(await findings({ given: [] })).toEqual([]);
});

test('every rule has firing and silent cases', () => {
  const rules = Object.keys(ruleset.rules).filter((name) => name.startsWith('contract-'));
  expect(Object.keys(cases).toSorted()).toEqual(rules.toSorted());
  for (const { fires, silent } of Object.values(cases)) {
    expect(fires).not.toEqual([]);
    expect(silent).not.toEqual([]);
  }
});

describe.each(Object.entries(cases))('%s', (rule, { fires, silent }) => {
  test.each(fires)('fires: $name', async ({ want, ...given }) => {
    expect(await findings(given, rule)).toEqual(want);
  });

  test.each(silent)('silent: $name', async (given) => {
    expect(await findings(given, rule)).toEqual([]);
  });
});

/** What the rules find in the changed contract: all of them, or only one. */
async function findings(
  { given, decisions: text = decisions }: Omit<Given, 'name'>,
  only?: string,
) {
  for (const [name, rule] of Object.entries(ruleset.rules)) rule.enabled = name === (only ?? name);
  if (text === null) fs.rmSync(decisionsFile);
  else fs.writeFileSync(decisionsFile, text);
  const document = contract();
  for (const [path, value] of given) put(document, path, value);
  const results = await spectral.run(document);
  return results.map(({ path, message }) => ({
    path,
    message: message.replaceAll(decisionsFile, 'decisions.md'),
  }));
}

function put(parent: object, [key = '', ...rest]: (string | number)[], value: unknown) {
  if (rest.length > 0) put(Reflect.get(parent, key), rest, value);
  else if (value === undefined) Reflect.deleteProperty(parent, key);
  else Reflect.set(parent, key, value);
}
