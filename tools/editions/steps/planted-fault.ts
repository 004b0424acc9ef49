/** A fault between the checker and the edition, which the checker must find. */
import { listOf, objectOf } from '@agent-conversation/contract';
import { listen } from '@agent-conversation/testing/listen';
import { storeSettings } from '../service/requests.ts';
import { runChecker } from './check.ts';
import type { Step } from './step.ts';

const check = 'searchSandboxSpecs.response';
/** What the checker says of the fault: severity, keyword and location. */
const expected = /^error type \/items\/\d+\/id$/;

/** Runs the checker through a proxy that changes a response: it must find that, and nothing else. */
export const findPlantedFault: Step = {
  name: 'Find a planted fault',
  deadlineInMs: 60_000,
  async run(context) {
    const { service } = context;
    await storeSettings(service);
    const proxy = await listen(async (request) =>
      withFault(await forward(request, service.baseUrl)),
    );
    const options = ['--include', check, '--report', 'json'];
    const ended = await runChecker(context, proxy.url, options).finally(
      proxy.close,
    );
    const violations = violationsIn(ended.stdout);
    const others = violations.filter((text) => !expected.test(text));
    const isFound = !ended.ok && violations.length > 0 && others.length === 0;
    return {
      summary: 'the id of each sandbox spec was a number',
      problems: isFound
        ? []
        : [`It finds ${violations.join(', ') || 'nothing'}:`, ended.output],
    };
  },
};

interface Report {
  readonly checks: readonly {
    readonly violations: readonly ReportedViolation[];
  }[];
}

interface ReportedViolation {
  readonly severity: string;
  readonly keyword: string;
  readonly pointer: string;
}

function violationsIn(report: string): readonly string[] {
  const { checks } = JSON.parse(report) as Report;
  return checks
    .flatMap(({ violations }) => violations)
    .map(
      ({ severity, keyword, pointer }) => `${severity} ${keyword} ${pointer}`,
    );
}

async function forward(
  { method, url, headers }: Request,
  baseUrl: string,
): Promise<Response> {
  const { pathname, search } = new URL(url);
  const forwarded = new Headers(headers);
  forwarded.delete('host');
  forwarded.delete('connection');
  return fetch(`${baseUrl}${pathname}${search}`, {
    method,
    headers: forwarded,
  });
}

/** Changes what is a page of sandbox specs: their ids become numbers. */
async function withFault(response: Response): Promise<Response> {
  const body =
    response.status === 200 ? objectOf(await response.json()) : undefined;
  if (!body) return response;
  const items = listOf(body['items']).map((item) => ({
    ...objectOf(item),
    id: 7,
  }));
  return Response.json({ ...body, items });
}
