import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyWorktree, removeWorktree } from '@agent-conversation/cli/worktree';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { program } from './testing/program.ts';
import { runIn } from './testing/run-in.ts';

const sandbox = '/api/v1/sandboxes/{sandbox_id}';

/** Operations of all methods and shapes, each by its command line. */
const operations = [
  `--id deleteSandbox --method DELETE --path "${sandbox}"`,
  `--id getSandbox --method GET --path "${sandbox}"`,
  '--id searchEvents --method GET --path /api/v1/events/search',
  '--id createSandboxSpec --method POST --path /api/v1/sandbox-specs --body new',
  '--id updateAppConversation --method PATCH --path "/api/v1/app-conversations/{conversation_id}"',
  '--id listEvents --method GET --path /api/v1/events',
  '--id updateSandboxSpec --method PUT --path "/api/v1/sandbox-specs/{spec_id}"',
  '--id getEventReply --method GET --path "/api/v1/events/{event_id}/replies/{reply_id}"',
];

/** What `npm run record` may write. */
const recorded = [
  /^openapi\/samples\/\w+\/(success|failure)\.(request\.json|sh\.out|ts\.out)$/,
  /^packages\/(client\/API\.md|docs\/coverage\.json|docs\/released-anchors\.txt)$/,
];

let copy: string;
const inCopy = (command: string) => runIn(copy, command);

function demand(command: string): void {
  const { code, printed } = inCopy(command);
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${printed.slice(-5000)}`);
}

beforeAll(() => {
  copy = copyWorktree(fileURLToPath(new URL('../../', import.meta.url)));
  for (const operation of operations) {
    demand(`npm run new -- operation ${operation}`);
    demand('git add --all');
  }
  // Before anything is recorded.
  demand('npm run lint');
  demand('npm run record');
});

afterAll(() => removeWorktree(copy));

test('nothing was edited besides but what is recorded', () => {
  const files = inCopy('git ls-files --modified --others --exclude-standard').printed;
  const edited = files.trim().split('\n');
  expect(edited.filter((file) => !recorded.some((form) => form.test(file)))).toEqual([]);
  expect(edited).toContain('openapi/samples/deleteSandbox/success.ts.out');
});

test.each([
  ['lint', 'npx turbo run lint:source lint:bundle --output-logs=errors-only'],
  [
    'format',
    'npx prettier --check openapi .changeset .spectral.yaml packages/conformance/statements',
  ],
  ['the code', 'npx oxlint --type-aware --deny-warnings openapi packages'],
  ['the compiler', 'npx tsc'],
  ['the contract', 'npm test -w openapi'],
  ['types', 'npm test -w packages/types'],
  ['validators', 'npm test -w packages/validators'],
  ['the client', 'npm test -w packages/client'],
  ['the mock', 'npm test -w packages/mock'],
  ['the docs', 'npm test -w packages/docs'],
  ['conformance', 'npm test -w packages/conformance'],
])('%s has nothing to say', (_, command) => {
  const { code, printed } = inCopy(command);
  const end = printed
    .split('\n')
    .filter((line) => /FAIL|Error:|error/.test(line))
    .slice(-30);
  expect({ code, end: code === 0 ? [] : end }).toEqual({ code: 0, end: [] });
});

test('types, client, mock, validators and oracle know the operations', () => {
  writeFileSync(join(copy, 'program.ts'), program);
  const options =
    '--noEmit --module nodenext --target es2023 --lib es2023,dom --strict --skipLibCheck';
  const compiled = inCopy(`npx tsc --ignoreConfig ${options} program.ts`);
  expect(compiled).toEqual({ code: 0, printed: expect.not.stringContaining('error') });
  const { code, printed } = inCopy('node program.ts');
  expect({ code, told: JSON.parse(printed) as unknown }).toEqual({
    code: 0,
    told: {
      success: true,
      status: 'STARTING',
      unknown: 'NotFoundError',
      page: 1,
      events: ['event-1'],
      wrong: 'ValidationError',
      spec: expect.any(String),
      failing: 'NotFoundError',
      isUntouched: true,
      operation: 'deleteSandbox',
      places: ['/success'],
      valid: false,
    },
  });
});

test('the docs have a page of each, and the checker covers them', () => {
  const ids = operations.map((it) => /--id (\w+)/.exec(it)![1]!);
  const pages = ids.map((id) => join(copy, `packages/docs/dist/operations/${id}.html`));
  expect(pages.filter((page) => !existsSync(page))).toEqual([]);
  const coverage = JSON.parse(
    readFileSync(join(copy, 'packages/docs/coverage.json'), 'utf8'),
  ) as object;
  expect(Object.keys(coverage)).toEqual(expect.arrayContaining(ids));
  const { printed } = inCopy(
    'node packages/conformance/dist/cli.js --base-url http://127.0.0.1:9 --write --include "*.no-key"',
  );
  for (const id of ids) expect(printed).toMatch(new RegExp(`^ +${id} \\(V1\\): no-key$`, 'm'));
});
