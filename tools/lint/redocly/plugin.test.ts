import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { tree } from './cases/base.ts';
import { decoratorCases } from './cases/decorators.ts';
import { ruleCases as onStructure } from './cases/rules.ts';
import { textCases } from './cases/texts.ts';
import plugin from './plugin.ts';
import { readFindings } from './read-findings.ts';
import { runRedocly } from './run-redocly.ts';

const ruleCases = { ...onStructure, ...textCases };
const repository = join(import.meta.dirname, '../../..');
const ruleIds = Object.keys(plugin().rules.oas3);
const decoratorIds = Object.keys(plugin().decorators.oas3);

const linted = Object.entries(ruleCases).flatMap(([id, { fires, silent }]) =>
  [...fires, ...silent.map((given) => ({ ...given, want: [] }))].map((given, i) => ({
    ...given,
    id,
    folder: `${id}-${i}`,
  })),
);
const bundled = Object.entries(decoratorCases).flatMap(([id, { fires, silent }]) =>
  [...fires, ...silent].map((given, i) => ({ ...given, id, folder: `${id}-${i}` })),
);

const home = mkdtempSync(join(tmpdir(), 'contract-rules-'));
afterAll(() => rmSync(home, { recursive: true }));
for (const { folder, given } of [...linted, ...bundled]) {
  for (const [file, content] of Object.entries({ ...tree, ...given })) {
    write(join(folder, file), content);
  }
}
write('lint.yaml', {
  ...config(linted.map(({ folder }) => folder)),
  rules: Object.fromEntries(ruleIds.map((id) => [`contract/${id}`, 'error'])),
});
for (const run of ['first', 'second']) {
  write(`${run}.yaml`, {
    ...config(
      bundled.map(({ folder }) => folder),
      run,
    ),
    decorators: Object.fromEntries(decoratorIds.map((id) => [`contract/${id}`, 'on'])),
  });
}

// Redocly takes its time to start: one run lints all cases, and two bundle them.
const [{ stdout }] = await Promise.all([
  runRedocly(home, 'lint', '--config=lint.yaml', '--format=github-actions', '--max-problems=1000'),
  runRedocly(home, 'bundle', '--config=first.yaml'),
  runRedocly(home, 'bundle', '--config=second.yaml'),
]);

const found = readFindings(stdout);

test.each(linted)('$id: $name', ({ id, folder, want }) => {
  expect(findings(id, folder)).toEqual(want);
});

test.each(bundled)('$id: $name', ({ folder, want }) => {
  const bundle = JSON.parse(output('first', folder));
  const texts = Object.keys(want).map((path) => [path, description(bundle, path)]);
  expect(Object.fromEntries(texts)).toEqual(want);
});

test('each finding tells how the page of its rule is read', () => {
  const ours = found.filter(({ rule }) => rule.startsWith('contract/'));
  const wanted = ours.map(({ rule }) => `npm run lint -- --explain ${rule}`);
  expect(ours.map(({ reference }) => reference)).toEqual(wanted);
});

test('two bundles are the same, byte for byte', () => {
  for (const { folder } of bundled) expect(output('second', folder)).toBe(output('first', folder));
});

test('every rule and decorator has firing and silent cases, and is switched on', () => {
  expect(Object.keys(ruleCases).toSorted()).toEqual(ruleIds.toSorted());
  expect(Object.keys(decoratorCases).toSorted()).toEqual(decoratorIds.toSorted());
  for (const { fires, silent } of Object.values({ ...ruleCases, ...decoratorCases })) {
    expect(fires).not.toEqual([]);
    expect(silent).not.toEqual([]);
  }
  const { oas3_1Rules, oas3_1Decorators } = parse(
    readFileSync(join(repository, 'redocly.yaml'), 'utf8'),
  );
  for (const id of ruleIds) expect(oas3_1Rules[`contract/${id}`]).toBe('error');
  for (const id of decoratorIds) expect(oas3_1Decorators[`contract/${id}`]).toBe('on');
});

function write(file: string, content: unknown) {
  const path = join(home, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : stringify(content, { lineWidth: 0 }));
}

function config(folders: string[], run = '') {
  const api = (folder: string) => ({
    root: `${folder}/openapi.yaml`,
    output: join(run, `${folder}.json`),
  });
  return {
    plugins: [join(import.meta.dirname, 'plugin.ts')],
    apis: Object.fromEntries(folders.map((folder) => [folder, api(folder)])),
  };
}

/** What a rule has found in a case, each as `file:line:column message`. */
function findings(id: string, folder: string) {
  return found
    .filter(({ rule, file }) => rule === `contract/${id}` && file.startsWith(`${folder}/`))
    .map(({ file, line, column, message }) => {
      return `${file.slice(folder.length + 1)}:${line}:${column} ${message}`;
    });
}

function output(run: string, folder: string) {
  return readFileSync(join(home, run, `${folder}.json`), 'utf8');
}

function description(bundle: object, path: string) {
  const node = path.split('.').reduce((parent, key) => Reflect.get(parent, key), bundle);
  return Reflect.get(node, 'description');
}
