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

/** What both messages of an entry have; -1 is a size that is not known. */
function messageOf({ headers }: { readonly headers: Headers }) {
  const unknown = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1, bodySize: -1 };
  return { ...unknown, headers: pairs(headers) };
}

function entry({ request, response, startedAt, duration }: RecordedExchange) {
  const { method, url, body: text } = request;
  return {
    startedDateTime: startedAt.toISOString(),
    time: duration,
    request: {
      method,
      url,
      ...messageOf(request),
      queryString: pairs(new URLSearchParams(/\?(.*)/s.exec(url)?.[1])),
      ...(text !== undefined && { postData: { mimeType: mediaType(request.headers), text } }),
    },
    response: {
      status: response.status,
      statusText: STATUS_CODES[response.status] ?? '',
      ...messageOf(response),
      content: {
        size: Buffer.byteLength(response.body),
        mimeType: mediaType(response.headers),
        text: response.body,
      },
      redirectURL: response.headers.get('location') ?? '',
    },
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
  };
}

function pairs(entries: Iterable<[string, string]>): { name: string; value: string }[] {
  return Array.from(entries, ([name, value]) => ({ name, value }));
}

function mediaType(headers: Headers): string {
  return headers.get('content-type') ?? '';
}
