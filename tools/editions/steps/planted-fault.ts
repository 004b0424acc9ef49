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
    const proxy = await listen((request) =>
      respondWithFault(request, service.baseUrl),
    );
    const options = ['--include', check, '--report', 'json'];
    const ended = await runChecker(context, proxy.url, options).finally(
      proxy.close,
    );
    const { checks } = JSON.parse(ended.stdout) as Report;
    const violations = checks.flatMap((it) =>
      it.violations.map(
        ({ severity, keyword, pointer }) => `${severity} ${keyword} ${pointer}`,
      ),
    );
    const isFound =
      !ended.ok &&
      violations.length > 0 &&
      violations.every((it) => expected.test(it));
    const found = `It finds ${violations.join(', ') || 'nothing'}:`;
    return {
      summary: 'the id of each sandbox spec was a number',
      problems: isFound ? [] : [found, ended.output],
    };
  },
};

interface Report {
  readonly checks: readonly {
    readonly violations: readonly Readonly<
      Record<'severity' | 'keyword' | 'pointer', string>
    >[];
  }[];
}

/** Forwards a request, and changes what is a page of sandbox specs: their ids become numbers. */
async function respondWithFault(
  { url, headers }: Request,
  baseUrl: string,
): Promise<Response> {
  const { pathname, search } = new URL(url);
  const key = headers.get('x-session-api-key') ?? '';
  const response = await fetch(`${baseUrl}${pathname}${search}`, {
    headers: { 'x-session-api-key': key },
  });
  if (response.status !== 200) return response;
  const page = objectOf(await response.json());
  const items = listOf(page['items']);
  const changed = items.map((item) => ({ ...objectOf(item), id: 7 }));
  return Response.json({ ...page, items: changed });
}
