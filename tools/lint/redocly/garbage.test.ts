import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sample } from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { garbage, spoilt } from '../garbage.ts';
import { writeContract } from '../pages/write-contract.ts';
import plugin from './plugin.ts';
import { readFindings } from './read-findings.ts';
import { runRedocly } from './run-redocly.ts';

const smallContract = fileURLToPath(new URL('../pages/contract', import.meta.url));
const files = [
  'paths/v1/jobs.yaml',
  'paths/v1/jobs/search.yaml',
  'components/schemas/Job.yaml',
  'components/schemas/JobStatus.yaml',
  'components/parameters/Limit.yaml',
  'components/responses/Failed.yaml',
  'components/examples/JobsFound.yaml',
  'openapi.yaml',
];

const home = mkdtempSync(join(tmpdir(), 'contract-rules-'));
afterAll(() => rmSync(home, { recursive: true }));

/** Contracts of which one file each is spoilt, or is garbage as a whole. */
const folders = files.flatMap((file, i) => {
  const content = parse(readFileSync(join(smallContract, file), 'utf8')) as object;
  // Redocly looks at nothing whose version it does not know.
  const isRoot = file === 'openapi.yaml';
  const contents = [
    ...sample(spoilt(content), { numRuns: 12, seed: i }),
    ...(isRoot ? [] : sample(garbage, { numRuns: 4, seed: i })),
  ];
  return contents.map((spoiltContent, j) => {
    const folder = `${i}-${j}`;
    writeContract(join(home, folder), []);
    writeFileSync(
      join(home, folder, file),
      stringify(isRoot ? { ...(spoiltContent as object), openapi: '3.1.1' } : spoiltContent),
    );
    return folder;
  });
});

const { rules, decorators } = plugin();
writeFileSync(
  join(home, 'redocly.yaml'),
  stringify({
    plugins: [fileURLToPath(new URL('plugin.ts', import.meta.url))],
    rules: Object.fromEntries(Object.keys(rules.oas3).map((id) => [`contract/${id}`, 'error'])),
    decorators: Object.fromEntries(
      Object.keys(decorators.oas3).map((id) => [`contract/${id}`, 'on']),
    ),
    apis: Object.fromEntries(
      folders.map((folder) => [
        folder,
        { root: `${folder}/openapi.yaml`, output: `bundles/${folder}.json` },
      ]),
    ),
  }),
);

test('no rule throws on a spoilt contract', async () => {
  const { stdout, stderr } = await runRedocly(
    home,
    'lint',
    '--format=github-actions',
    '--max-problems=100000',
  );
  expect(stderr).not.toMatch(/TypeError|went wrong|^\s+at /m);
  expect(stderr.match(/: validated in /g)).toHaveLength(folders.length);
  expect(readFindings(stdout).length).toBeGreaterThan(folders.length / 2);
});

test('no decorator throws on a spoilt contract', async () => {
  const { stderr } = await runRedocly(home, 'bundle', '--force');
  expect(stderr).not.toMatch(/TypeError|went wrong|^\s+at /m);
  expect(readdirSync(join(home, 'bundles'))).toHaveLength(folders.length);
});
