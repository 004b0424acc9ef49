/** The checker against servers that have one of the faults, over HTTP: what it reports, and how to see it again. */
import { createMock } from '@agent-conversation/mock';
import { expect, onTestFinished, test } from 'vitest';
import { checkMock } from '../support/served-mock.ts';
import { faultyFetch, serveFetch } from './faulty-fetch.ts';
import { beginFault, type FaultName, serverFaults } from './server-faults.ts';

interface Row {
  readonly fault: FaultName;
  /** The only operation whose responses have the fault. */
  readonly only?: string;
  /** The only check that runs. */
  readonly check: string;
  readonly timeoutInMs?: number;
  /** How long a state may take; short where the fault lets it never come. */
  readonly waitInMs?: number;
  /** Severity, part, pointer, keyword and decision of a violation. */
  readonly report: string;
}

const rows: readonly Row[] = [
  {
    fault: 'undeclaredSuccess',
    check: 'getSettings.response',
    report: 'error status  status D08',
  },
  {
    fault: 'undeclaredServerError',
    check: 'listAppConversations.response',
    report: 'error status  server-error D06',
  },
  {
    fault: 'wrongMediaType',
    check: 'searchSandboxes.response',
    report: 'error header /content-type media-type D05',
  },
  {
    fault: 'noMediaType',
    check: 'searchSandboxes.response',
    report: 'error header /content-type media-type D05',
  },
  {
    fault: 'missingProperty',
    check: 'searchSandboxes.response',
    report: 'error body /items required D05',
  },
  {
    fault: 'renamedProperty',
    check: 'searchSandboxes.response',
    report: 'error body /items required D05',
  },
  {
    fault: 'wrongType',
    check: 'searchSandboxes.response',
    report: 'error body  type D05',
  },
  {
    fault: 'unknownEnumValue',
    check: 'searchSandboxes.response',
    report: 'error body /items/0/status enum D03',
  },
  {
    fault: 'nullValue',
    check: 'searchSandboxes.response',
    report: 'error body  type D05',
  },
  {
    fault: 'envelope',
    check: 'searchSandboxes.response',
    report: 'error body /items required D05',
  },
  {
    fault: 'arrayBody',
    check: 'searchSandboxes.response',
    report: 'error body  type D05',
  },
  {
    fault: 'truncatedJson',
    check: 'searchSandboxes.response',
    report: 'error body  json D05',
  },
  {
    fault: 'surplusProperty',
    check: 'getSettings.response',
    report: 'warning body /surplus additionalProperties',
  },
  {
    fault: 'invalidDateTime',
    check: 'searchSandboxes.response',
    report: 'error body /items/0/created_at format D03',
  },
  {
    fault: 'emptyBody',
    check: 'searchSandboxes.response',
    report: 'error body  required D05',
  },
  {
    fault: 'losesChangesOfState',
    check: 'pauseSandbox.lifecycle',
    report: 'error body /items lifecycle',
    waitInMs: 1000,
  },
  {
    fault: 'allowsForbiddenTransitions',
    check: 'resumeSandbox.lifecycle',
    report: 'error body /items lifecycle D28',
  },
  {
    fault: 'staysPaused',
    check: 'resumeSandbox.lifecycle',
    report: 'error body /items lifecycle',
    waitInMs: 1000,
  },
  {
    fault: 'leavesFinalStates',
    check: 'startSandbox.response',
    report: 'error body  lifecycle D24',
  },
  {
    fault: 'acceptsUnknownIds',
    check: 'resumeSandbox.unknown-id',
    report: 'error status  status D09',
  },
  {
    fault: 'repeatsAnItem',
    check: 'searchSandboxes.pages',
    report: 'error body /items page_id D05',
  },
  {
    fault: 'skipsAnItem',
    check: 'searchSandboxes.pages',
    report: 'error body /items page_id D05',
  },
  {
    fault: 'hasEndlessPages',
    check: 'searchSandboxes.pages',
    report: 'error body /next_page_id page_id D05',
  },
  {
    fault: 'ignoresTheLimit',
    check: 'searchSandboxes.pages',
    report: 'error body /items limit D05',
  },
  {
    fault: 'sharesOneState',
    check: 'startSandbox.isolation',
    report: 'error security  isolation',
  },
  {
    fault: 'validatesBeforeTheKey',
    check: 'createConversation.no-key',
    report: 'error security  key',
  },
  {
    fault: 'omitsAllow',
    check: 'startSandbox.method',
    report: 'error header /allow required',
  },
  {
    fault: 'neverResponds',
    only: 'searchSandboxes',
    check: 'searchSandboxes.response',
    timeoutInMs: 300,
    report: 'error status  timeout',
  },
  {
    fault: 'acceptsInvalidRequests',
    check: 'listAppConversations.faults',
    report: 'error status  accepted D06',
  },
  {
    fault: 'acceptsInvalidRequests',
    check: 'createConversation.faults',
    report: 'error status  accepted',
  },
  {
    fault: 'needsNoKey',
    check: 'startSandbox.no-key',
    report: 'error security  key',
  },
  {
    fault: 'showsSecrets',
    check: 'getSettings.secrets',
    report: 'error body /llm_api_key secret',
  },
  {
    fault: 'repeatsTheKeyInAHeader',
    check: 'getSettings.response',
    report: 'error header /x-session-api-key secret',
  },
  {
    fault: 'repeatsTheKeyInErrors',
    check: 'pauseSandbox.unknown-id',
    report: 'error body /detail secret',
  },
  {
    fault: 'isBusyOnce',
    check: 'getSettings.response',
    report: 'error status  server-error D08',
  },
  {
    fault: 'resetsTheConnection',
    only: 'searchSandboxes',
    check: 'searchSandboxes.response',
    report: 'error status  broken',
  },
  {
    fault: 'cutsOffTheBody',
    only: 'searchSandboxes',
    check: 'searchSandboxes.response',
    report: 'error status  broken',
  },
  {
    fault: 'hasAStaleCache',
    check: 'getSettings.response',
    report: 'error header /age stale',
  },
  {
    fault: 'repeatsTheFirstResponse',
    check: 'startSandbox.response',
    report: 'error body /status lifecycle',
    waitInMs: 1000,
  },
  {
    fault: 'cannotPause',
    check: 'pauseSandbox.lifecycle',
    report: 'error status  status D28',
    waitInMs: 1000,
  },
];

async function checkFaulty(row: Row, include: readonly string[]) {
  const mock = createMock({
    seed: 'faults',
    clock: 'requests',
    examples: true,
  });
  const fault = beginFault(row.fault);
  const { url, close } = await serveFetch(
    faultyFetch(mock.fetch, fault, row.only),
  );
  onTestFinished(close);
  const { timeoutInMs = 20_000, waitInMs = 5000 } = row;
  const options = {
    baseUrl: url,
    write: true,
    strict: true,
    waitInMs,
    timeoutInMs,
    include,
  };
  const { code, results } = await checkMock(options);
  const reports = results.flatMap(({ check, violations }) =>
    violations.map(({ severity, part, pointer, keyword, decision = '' }) =>
      `${check.id} ${severity} ${part} ${pointer} ${keyword} ${decision}`.trimEnd(),
    ),
  );
  const failed = results.find(({ outcome }) => outcome === 'failed');
  const rerun = [...(failed?.rerun ?? '').matchAll(/--include (\S+)/g)].map(
    ([, id = '']) => id,
  );
  return { code, reports, rerun };
}

test.each(rows)(
  'reports $report of a server with the fault $fault in $check',
  async (row) => {
    const { check, report } = row;
    const isWarning = report.startsWith('warning');
    const want = {
      code: isWarning ? 0 : 1,
      reports: expect.arrayContaining([`${check} ${report}`]) as string[],
    };
    const first = await checkFaulty(row, [check]);
    expect(first).toMatchObject(want);
    if (isWarning) return;
    expect(first.rerun).toContain(check);
    expect(await checkFaulty(row, first.rerun)).toMatchObject(want);
  },
);

test('each fault of a server is reported by a check', () => {
  const reported = new Set<string>(rows.map(({ fault }) => fault));
  const unreported = Object.keys(serverFaults).filter(
    (name) => !reported.has(name),
  );
  expect(unreported).toEqual([]);
});
