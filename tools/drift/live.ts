/** The gates `oracle` and `checker`: faults of responses, tried in this process. */
import { checkServer, validateExchange, type Run } from '@agent-conversation/conformance';
import { contractOperations } from '@agent-conversation/contract';
import { createMock } from '@agent-conversation/mock';
import { type Outcome, outcomeOf, type ResponseMutant } from './mutant.ts';
import { faultyFetch, serveFetch } from './responses/faulty-fetch.ts';
import {
  bodyOf,
  breakResponse,
  type BrokenResponse,
  exampleResponses,
  messageFaults,
} from './responses/message-faults.ts';

const apiKey = 'a-key-of-drift';

/** A gate that looks at responses. */
export interface LiveGate {
  /** Why the gate proves nothing; undefined where it passes without a fault. */
  control(): Promise<string | undefined>;
  run(mutant: ResponseMutant): Promise<Outcome>;
}

/** The gates that look at responses, for a bundled contract. */
export function liveGates(contract: unknown): Readonly<Record<string, LiveGate>> {
  return { oracle: oracle(contract), checker: checker(contract) };
}

/** The oracle must report the fault in every response that has a location for it, and at this location. */
function oracle(contract: unknown): LiveGate {
  const operations = contractOperations(contract);
  const examples = exampleResponses(contract);
  const lineOf = (title: string, it: Readonly<Record<'part' | 'pointer' | 'keyword', string>>) =>
    `${title}: ${it.part} ${it.pointer} ${it.keyword}`;
  const violationsOf = (
    of: (typeof examples)[number],
    response: Omit<BrokenResponse, 'expected'>,
  ) => {
    const called = operations.find((it) => it.operationId === of.operation)!;
    const { method, path, requestBody } = called;
    const [example] = requestBody?.examples.values() ?? [];
    const headers = new Headers({ 'X-Session-API-Key': apiKey });
    if (example !== undefined) headers.set('Content-Type', 'application/json');
    const request = {
      method: method.toUpperCase(),
      url: `http://127.0.0.1${path.replaceAll(/\{\w+\}/g, 'an-id')}`,
      headers,
      body: example === undefined ? undefined : JSON.stringify(example),
    };
    const { violations } = validateExchange({ request, response }, { closed: true });
    return violations.filter(({ side }) => side === 'response').map((it) => lineOf(of.title, it));
  };
  return {
    async control() {
      const wrong = examples.find((it) => violationsOf(it, { ...it, body: bodyOf(it) }).length > 0);
      return wrong && `the oracle reports a fault in the example ${wrong.title}`;
    },
    async run(mutant) {
      const fault = messageFaults.find(({ id }) => id === mutant.fault)!;
      const lines: string[] = [];
      for (const example of examples) {
        for (const response of breakResponse(contract, fault, example)) {
          const where = lineOf(example.title, response.expected);
          const found = violationsOf(example, response);
          lines.push(...found);
          if (found.length === 0) return { outcome: 'SURVIVED', reason: `not found: ${where}` };
          if (!lines.includes(where)) {
            const reason = `found at another location than ${where}`;
            return { outcome: 'WRONG-GATE', reason, output: lines.join('\n') };
          }
        }
      }
      if (lines.length > 0) return outcomeOf(mutant, { passed: false, output: lines.join('\n') });
      return { outcome: 'NOT APPLICABLE', reason: `no example of a response has ${fault.needs}` };
    },
  };
}

const exits = { conforms: 0, violations: 1, 'could not run': 2 } as const;

/** The checker must report the fault of a served mock, also with the rerun command. */
function checker(contract: unknown): LiveGate {
  async function check(mutant: Partial<ResponseMutant>, include: readonly string[] | undefined) {
    const { fault, operation, timeoutInMs = 20_000 } = mutant;
    const mock = createMock({ seed: 'drift', clock: 'requests', examples: true });
    const strays: string[] = [];
    const elsewhere = await serveFetch(async (input, init) => {
      strays.push(new Request(input, init).url);
      return Response.json({});
    });
    const faults = { contract, operation, elsewhere: elsewhere.url };
    const fetch = fault === undefined ? mock.fetch : faultyFetch(mock.fetch, fault, faults);
    const served = await serveFetch(fetch);
    const options = { write: true, strict: true, waitInMs: 2000, timeoutInMs, seed: 1 };
    try {
      const run = await checkServer({ ...options, baseUrl: served.url, apiKey, include });
      return { run, strays };
    } finally {
      await served.close();
      await elsewhere.close();
    }
  }
  return {
    async control() {
      const { run } = await check({}, undefined);
      return run.verdict.kind === 'conforms' ? undefined : `without a fault:\n${reportOf(run)}`;
    },
    async run(mutant) {
      const { exit = 1, check: include } = mutant;
      const { run, strays } = await check(mutant, include === undefined ? undefined : [include]);
      if (strays.length > 0) return { outcome: 'SURVIVED', reason: 'it followed a redirect' };
      const output = reportOf(run);
      const code = exits[run.verdict.kind];
      if (code !== exit) {
        const outcome = code === 0 ? 'SURVIVED' : 'WRONG-GATE';
        return { outcome, reason: `exit code ${code}, not ${exit}`, output };
      }
      const outcome = outcomeOf(mutant, { passed: false, output });
      const rerun = rerunOf(run, mutant.says);
      if (outcome.outcome !== 'KILLED' || exit !== 1 || rerun.length === 0) return outcome;
      const again = await check(mutant, rerun);
      const seen = outcomeOf(mutant, { passed: false, output: reportOf(again.run) });
      const reason = `the rerun command ${rerun.join(' ')} misses it`;
      return seen.outcome === 'KILLED' ? outcome : { ...seen, outcome: 'WRONG-GATE', reason };
    },
  };
}

/** One line for each violation, and the reason for which a run ended. */
function reportOf({ results, verdict }: Run): string {
  const lines = results.flatMap(({ check, violations }) =>
    violations.map(
      (it) => `${check.id} ${it.severity}: ${it.part} ${it.pointer} ${it.keyword}: ${it.message}`,
    ),
  );
  return [...lines, verdict.kind, ...('reason' in verdict ? [verdict.reason] : [])].join('\n');
}

/** The checks that the rerun command of the first failure with these words names. */
function rerunOf({ results }: Run, says: readonly string[]): readonly string[] {
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  const result = failed.find(({ check }) => says[0]?.startsWith(`${check.id} `)) ?? failed[0];
  return [...(result?.rerun ?? '').matchAll(/--include (\S+)/g)].map(([, name = '']) => name);
}
