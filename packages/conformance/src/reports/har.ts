import { STATUS_CODES } from 'node:http';
import type { RecordedExchange, Run } from '../checker/run.ts';
import { redactRun, type ReportOptions } from './redact-run.ts';

/**
 * All exchanges of a run as HAR 1.2, as the developer tools of browsers open it. Each names its check in its
 * comment. Sizes in bytes are those of what is left without the secrets.
 */
export function reportHar(run: Run, { secrets }: ReportOptions): string {
  const safe = redactRun(run, secrets);
  const log = {
    version: '1.2',
    creator: { name: 'agent-conversation-conformance', version: safe.contractVersion },
    entries: safe.results
      .flatMap(({ check, exchanges }) => exchanges.map((it) => ({ check, exchange: it })))
      .map(({ check, exchange }) => ({ ...entry(exchange), comment: check.id }))
      .toSorted((a, b) => a.startedDateTime.localeCompare(b.startedDateTime)),
  };
  return `${JSON.stringify({ log }, undefined, 2)}\n`;
}

/** What is not known, as HAR writes it. */
const unknown = -1;

function entry({ request, answer, startedAt, duration }: RecordedExchange) {
  const shared = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: unknown, bodySize: unknown };
  return {
    startedDateTime: startedAt.toISOString(),
    time: duration,
    request: {
      method: request.method,
      url: request.url,
      ...shared,
      headers: pairs(request.headers),
      queryString: pairs(new URLSearchParams(/\?(.*)/s.exec(request.url)?.[1])),
      ...(request.body !== undefined && {
        postData: { mimeType: mediaType(request.headers), text: request.body },
      }),
    },
    response: {
      status: answer.status,
      statusText: STATUS_CODES[answer.status] ?? '',
      ...shared,
      headers: pairs(answer.headers),
      content: {
        size: Buffer.byteLength(answer.body),
        mimeType: mediaType(answer.headers),
        text: answer.body,
      },
      redirectURL: answer.headers.get('location') ?? '',
    },
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
  };
}

function pairs(entries: Iterable<[string, string]>): { name: string; value: string }[] {
  return [...entries].map(([name, value]) => ({ name, value }));
}

function mediaType(headers: Headers): string {
  return headers.get('content-type') ?? '';
}
