import { STATUS_CODES } from 'node:http';
import { harEntry } from '@agent-conversation/cli/har';
import type { Run } from '../checker/run.ts';
import { redactRun, type ReportOptions } from './redact-run.ts';

/**
 * All exchanges of a run as HAR 1.2, as the developer tools of browsers open it. Each names its check in its
 * comment. Sizes in bytes are those of what is left without the secrets.
 */
export function reportHar(run: Run, { secrets }: ReportOptions): string {
  const { contractVersion, results } = redactRun(run, secrets);
  const exchanges = results.flatMap((it) =>
    it.exchanges.map((each) => ({ ...each, ...it.check })),
  );
  const entries = exchanges
    .toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime())
    .map(({ id, response: { status, headers, body }, ...exchange }) => {
      const response = {
        status,
        statusText: STATUS_CODES[status],
        headers,
        body,
      };
      return { ...harEntry({ ...exchange, response }), comment: id };
    });
  const creator = {
    name: 'agent-conversation-conformance',
    version: contractVersion,
  };
  return `${JSON.stringify({ log: { version: '1.2', creator, entries } }, undefined, 2)}\n`;
}
