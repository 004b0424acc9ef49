import { STATUS_CODES } from 'node:http';
import type { RecordedExchange, Run } from '../checker/run.ts';
import { redactRun, type ReportOptions } from './redact-run.ts';

/**
 * All exchanges of a run as HAR 1.2, as the developer tools of browsers open it. Each names its check in its
 * comment. Sizes in bytes are those of what is left without the secrets.
 */
export function reportHar(run: Run, { secrets }: ReportOptions): string {
  const { contractVersion, results } = redactRun(run, secrets);
  const entries = results.flatMap(({ check, exchanges }) =>
    exchanges.map((exchange) => ({ ...entryOf(exchange), comment: check.id })),
  );
  const log = {
    version: '1.2',
    creator: { name: 'agent-conversation-conformance', version: contractVersion },
    entries: entries.toSorted((a, b) => a.startedDateTime.getTime() - b.startedDateTime.getTime()),
  };
  return `${JSON.stringify({ log }, undefined, 2)}\n`;
}

/** -1 is a size that is not known. */
const message = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1, bodySize: -1 };

function entryOf({ request, response, startedAt, duration }: RecordedExchange) {
  const { method, url, headers, body: text } = request;
  const { status, headers: received, body } = response;
  const mediaType = headers.get('content-type') ?? '';
  return {
    startedDateTime: startedAt,
    time: duration,
    request: {
      method,
      url,
      ...message,
      headers: pairs(headers),
      queryString: pairs(new URLSearchParams(/\?(.*)/s.exec(url)?.[1])),
      ...(text !== undefined && { postData: { mimeType: mediaType, text } }),
    },
    response: {
      status,
      statusText: STATUS_CODES[status] ?? '',
      ...message,
      headers: pairs(received),
      content: {
        size: Buffer.byteLength(body),
        mimeType: received.get('content-type') ?? '',
        text: body,
      },
      redirectURL: received.get('location') ?? '',
    },
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
  };
}

function pairs(entries: Iterable<[string, string]>): { name: string; value: string }[] {
  return Array.from(entries, ([name, value]) => ({ name, value }));
}
