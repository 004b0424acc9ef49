import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { nameOf } from '../pages/page.ts';
import { readIds, readPages } from '../pages/read-pages.ts';
import { runRedocly } from '../redocly/run-redocly.ts';
import { explain, foreignRules, listOwnRules } from './explain.ts';
import { redoclyDescriptions } from './redocly-rules.ts';

const home = mkdtempSync(join(tmpdir(), 'contract-rules-'));
afterAll(() => rmSync(home, { recursive: true }));

test.each(['contract/key-order', 'contract-key-order', 'key-order'])(
  '%s is explained by its page',
  async (id) => {
    expect(await explain(id)).toBe(readPages().get('key-order.md'));
  },
);

test('a rule of Spectral and one of Redocly of the same name are both explained', async () => {
  const text = await explain('info-contact');
  expect(text).toContain('From @stoplight/spectral-cli 6.16.3, ruleset spectral:oas.\n');
  expect(text).toContain('From @redocly/cli 2.77.0, ruleset all.\n');
  expect(text.match(/^Off here: The contract describes a service that anybody/gm)).toHaveLength(2);
});

test('a rule of the OWASP ruleset is explained with its severity', async () => {
  expect(await explain('owasp:api2:2023-no-api-keys-in-url')).toMatch(
    /^# owasp:api2:2023-no-api-keys-in-url\n\nAPI Keys are .*\n\nFrom @stoplight\/spectral-owasp-ruleset 2\.0\.1\.\nSeverity here: error\.\nMore: https:/s,
  );
});

test('a rule of others is explained without holes', async () => {
  for (const rule of await foreignRules()) {
    const { id, description, severity, reason } = rule;
    expect(description, id).toMatch(/\S/);
    expect(description, id).not.toContain('{{');
    expect(severity === 'off', id).toBe(reason !== undefined);
  }
});

test.each([
  ['contract-closd', 'did you mean contract-closed?'],
  ['key-ordr', 'did you mean contract/key-order?'],
  ['operation-4xx-respons', 'did you mean operation-4xx-response, '],
  ['owasp:api4:2023-string-limits', 'did you mean owasp:api4:2023-string-limit, '],
  ['constructor', 'npm run lint -- --list names those of this contract'],
])('%s is unknown, in one line', async (id, hint) => {
  await expect(explain(id)).rejects.toThrow(`There is no rule "${id}": ${hint}`);
});

test('no rule of ours is called as one of others, without its prefix', async () => {
  const others = (await foreignRules()).map(({ id }) => id);
  expect(readIds().filter(({ id }) => others.includes(nameOf(id)))).toEqual([]);
});

test('the list has each rule once, with what it demands', () => {
  const lines = listOwnRules().trimEnd().split('\n');
  expect(lines.map((line) => line.split(' ')[0])).toEqual(readIds().map(({ id }) => id));
  for (const line of lines) expect(line).toMatch(/^\S+ +[A-Z].*\.$/);
});

test('the rules of Redocly that are described are those that it has', async () => {
  writeFileSync(
    join(home, 'plugin.js'),
    `export default () => ({ id: 'tell', rules: { oas3: { rules: () => ({ Root(_, { config, report }) {
      const { oas3_1, arazzo1 } = config.rules;
      report({ message: Object.keys({ ...oas3_1, ...arazzo1 }).join(' ') });
    } }) } } });`,
  );
  writeFileSync(
    join(home, 'redocly.yaml'),
    JSON.stringify({
      plugins: ['./plugin.js'],
      extends: ['all'],
      rules: { 'tell/rules': 'error' },
    }),
  );
  writeFileSync(
    join(home, 'openapi.yaml'),
    "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: {}\n",
  );
  const { stdout } = await runRedocly(home, 'lint', 'openapi.yaml', '--format=json');
  const { problems } = JSON.parse(stdout) as { problems: { ruleId: string; message: string }[] };
  const told = problems.find(({ ruleId }) => ruleId === 'tell/rules')?.message.split(' ') ?? [];
  expect(Object.keys(redoclyDescriptions()).toSorted()).toEqual(
    told.filter((id) => id !== 'tell/rules').toSorted(),
  );
});
