import { baseUrl, type Case } from '../cases.ts';
import { contractFile, runRedocly } from './redocly.ts';

/** What is read of its report (SARIF 2.1.0). */
interface Report {
  readonly runs: readonly {
    readonly results: readonly {
      readonly properties: { readonly exchangeIndex: number; readonly target?: string };
    }[];
  }[];
}

/** The cases about whose answers `redocly drift` says something. */
export async function judgeByDrift(cases: readonly Case[]): Promise<ReadonlySet<string>> {
  const report = await runRedocly({
    name: 'traffic.har',
    input: trafficOf(cases),
    // Of findings that are alike its own JSON tells only the first.
    args: (output) => {
      const options = ['--api', contractFile, '--format', 'sarif', '--output', output];
      return ['drift', 'traffic.har', ...options];
    },
  });
  return toldByDrift(report as Report, cases);
}

/** The cases that a report speaks of, save for what it says of requests. */
export function toldByDrift({ runs }: Report, cases: readonly Case[]): ReadonlySet<string> {
  const results = runs.flatMap((run) => run.results);
  return new Set(
    results
      .filter(({ properties }) => properties.target !== 'request')
      .map(({ properties }) => cases[properties.exchangeIndex]!.id),
  );
}

/** The cases as an HTTP archive (HAR 1.2). */
function trafficOf(cases: readonly Case[]): object {
  const list = (headers: Iterable<[string, string]>) =>
    [...headers].map(([name, value]) => ({ name, value }));
  const rest = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1, bodySize: -1 };
  const entries = cases.map(({ request, answer }) => ({
    startedDateTime: '2026-01-31T12:00:00.000Z',
    time: 1,
    cache: {},
    timings: { send: 0, wait: 1, receive: 0 },
    request: {
      ...rest,
      method: request.method,
      url: `${baseUrl}${request.path}`,
      headers: list(Object.entries(request.headers)),
      queryString: [],
      ...(request.body === undefined
        ? {}
        : { postData: { mimeType: 'application/json', text: request.body } }),
    },
    response: {
      ...rest,
      status: answer.status,
      statusText: '',
      headers: list(answer.headers),
      redirectURL: '',
      content: {
        size: Buffer.byteLength(answer.body),
        mimeType: answer.headers.get('Content-Type') ?? '',
        text: answer.body,
      },
    },
  }));
  return { log: { version: '1.2', creator: { name: 'bench', version: '1' }, entries } };
}
