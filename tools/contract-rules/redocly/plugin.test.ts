import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { tree } from './cases/base.ts';
import { decoratorCases } from './cases/decorators.ts';
import { ruleCases } from './cases/rules.ts';
import plugin from './plugin.ts';

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
const [report] = await Promise.all([
  redocly('lint', '--config=lint.yaml', '--format=github-actions', '--max-problems=1000'),
  redocly('bundle', '--config=first.yaml'),
  redocly('bundle', '--config=second.yaml'),
]);

test.each(linted)('$id: $name', ({ id, folder, want }) => {
  expect(findings(id, folder)).toEqual(want);
});

test.each(bundled)('$id: $name', ({ folder, want }) => {
  const bundle = JSON.parse(output('first', folder));
  const found = Object.keys(want).map((path) => [path, description(bundle, path)]);
  expect(Object.fromEntries(found)).toEqual(want);
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
  writeFileSync(path, stringify(content, { lineWidth: 0 }));
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

function redocly(...args: string[]) {
  const cli = join(repository, 'node_modules/@redocly/cli/bin/cli.js');
  const env = {
    ...process.env,
    DO_NOT_TRACK: '1',
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  };
  return new Promise<string>((resolve) => {
    execFile(process.execPath, [cli, ...args], { cwd: home, env }, (_, stdout) => resolve(stdout));
  });
}

/** What a rule has found in a case, each as `file:line:column message`. */
function findings(id: string, folder: string) {
  const form = /^::error title=contract\/(.+),file=(.+?)\/(.+),line=(\d+),col=(\d+),.*?::(.*)$/gm;
  return [...report.matchAll(form)]
    .filter(([, rule, place]) => rule === id && place === folder)
    .map(([, , , file, line, column, message]) => `${file}:${line}:${column} ${message}`);
}

function output(run: string, folder: string) {
  return readFileSync(join(home, run, `${folder}.json`), 'utf8');
}

function description(bundle: object, path: string) {
  const node = path.split('.').reduce((parent, key) => Reflect.get(parent, key), bundle);
  return Reflect.get(node, 'description');
}
