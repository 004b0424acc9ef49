import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { coverageFile, coverageKinds } from '@agent-conversation/docs';
import { exampleOnly } from '@agent-conversation/mock';
import { beforeAll, expect, test } from 'vitest';
import { type Contract, contract, type Lifecycle } from '../src/contract.ts';
import { createCoverage } from '../src/contract-coverage/coverage.ts';
import { declared, declaredBy } from '../src/contract-coverage/declared.ts';
import { type Point, pointKinds } from '../src/contract-coverage/point.ts';
import { summaryOf } from '../src/contract-coverage/summary.ts';
import type { Exchange } from '../src/oracle/exchange.ts';
import type { Finding } from '../src/oracle/finding.ts';
import { judgeExchange } from '../src/oracle/judge-exchange.ts';
import { type Exception, gapsIn, readExceptions, untaught } from './support/coverage-gate.ts';
import { recordOf } from './support/coverage-record.ts';
import { walkMock } from './support/walk.ts';

const bundle = readFileSync(
  new URL(import.meta.resolve('@agent-conversation/openapi/openapi.json')),
  'utf8',
);
const refresh = 'Run `npm run build && npm test -w packages/conformance -- coverage -u`.';

/** What the mock did of its own accord, and what it answered because it was told to. */
let behaviour: readonly Judged[];
let wishes: readonly Judged[];
let isTouched: (point: Point) => boolean;
let exceptions: readonly Exception[];

beforeAll(async () => {
  const walk = await walkMock();
  behaviour = walk.behaviour.map(judge);
  wishes = walk.wishes.map(judge);
  const done = coverageOf(behaviour);
  const told = coverageOf(wishes);
  isTouched = (point) => done.has(point) || (point.kind === 'example' && told.has(point));
  exceptions = [...readExceptions(), ...untaught(declared.points, isTouched, exampleOnly)];
});

test('the docs have a word for each kind of point, and for no other', () => {
  expect(coverageKinds).toEqual(pointKinds);
});

test('every answer of the walk is as declared, or refuses what is no call of an operation', () => {
  const refusals = [400, 404, 405, 406, 413, 415];
  const wrong = [...behaviour, ...wishes].flatMap(({ exchange: { request, answer }, findings }) =>
    findings
      .filter(({ part }) => part !== 'status' || !refusals.includes(answer.status))
      .map((it) => `${request.method} ${request.url} ${answer.status}${it.pointer} ${it.message}`),
  );
  expect(wrong).toEqual([]);
});

test('everything that the contract declares is touched, save for what is listed', () => {
  expect(gapsIn(declared.points, isTouched, exceptions)).toEqual([]);
});

test('the documentation shows the coverage as it is', async () => {
  const record = recordOf(summaryOf(declared.points, isTouched), exceptions, bundle);
  const file = fileURLToPath(coverageFile);
  await expect(record, `packages/docs/coverage.json is old. ${refresh}`).toMatchFileSnapshot(file);
});

const sandbox = '/api/v1/sandboxes/{sandbox_id}';

test.each([
  [
    'an operation',
    (copy: Contract) => {
      const { post } = copy.paths[`${sandbox}/pause`]!;
      Object.assign(copy.paths, {
        [`${sandbox}/archive`]: { post: { ...post, operationId: 'archiveSandbox' } },
      });
    },
    '~1archive/post/responses/200/content/application~1json: no test touches "archiveSandbox 200 application/json"',
  ],
  [
    'a status',
    (copy: Contract) => {
      const { responses } = copy.paths[`${sandbox}/pause`]!['post']!;
      Object.assign(responses, { 409: responses['404'] });
    },
    'no test touches "pauseSandbox 409 application/json"',
  ],
  [
    'a change of state',
    (copy: Contract) => {
      const transition = { from: 'MISSING', to: 'RUNNING', cause: 'external' };
      (lifecycleOf(copy).transitions as object[]).push(transition);
    },
    'no test touches "SandboxStatus MISSING -external-> RUNNING"',
  ],
  [
    'a refusal',
    (copy: Contract) => {
      const refusal = { in: 'STARTING', operation: 'pauseSandbox', status: '200', example: 'None' };
      (lifecycleOf(copy).refused as object[]).push(refusal);
    },
    'no test touches "SandboxStatus STARTING pauseSandbox refused"',
  ],
])('%s that nobody has is named', (_, change, says) => {
  const copy = structuredClone(contract);
  change(copy);
  const gaps = gapsIn(declaredBy(copy).points, isTouched, exceptions);
  expect(gaps).toContainEqual(expect.stringContaining(says));
});

test('a status that the mock only has when it is told to is not touched', () => {
  const status = declared.points.find(({ id }) => id === 'getSettings 404 application/json')!;
  expect([coverageOf(wishes).has(status), isTouched(status)]).toEqual([true, false]);
});

test('without the walk over the lifecycles their entries are named', () => {
  const gaps = gapsIn(declared.points, (point) => point.kind !== 'transition', []);
  const edge = '"SandboxStatus RUNNING -pauseSandbox-> PAUSED"';
  expect(gaps).toContainEqual(
    expect.stringMatching(`^#/components/schemas/SandboxStatus/x-lifecycle/.*${edge}`),
  );
});

test.each([
  ['is touched', 'startSandbox 200 application/json', 'is touched. Take it out.'],
  ['is not declared', 'startSandbox 204', 'the contract does not declare "startSandbox 204"'],
])('an exception that %s is named', (_, id, says) => {
  const more = [...exceptions, { reason: 'none', points: [id] }];
  expect(gapsIn(declared.points, isTouched, more)).toEqual([expect.stringContaining(says)]);
});

function lifecycleOf(copy: Contract): Lifecycle {
  return copy.components.schemas['SandboxStatus']!['x-lifecycle']!;
}

/** An exchange, and what is wrong with its answer: members that the contract does not list are, too. */
interface Judged {
  readonly exchange: Exchange;
  readonly findings: readonly Finding[];
}

function judge(exchange: Exchange): Judged {
  const { findings } = judgeExchange(exchange, { closed: true });
  return { exchange, findings: findings.filter(({ side }) => side === 'answer') };
}

/** What exchanges touch whose answers are in order. */
function coverageOf(judged: readonly Judged[]) {
  const coverage = createCoverage();
  for (const { exchange, findings } of judged) {
    if (findings.length === 0) coverage.touch(exchange);
  }
  return coverage;
}
