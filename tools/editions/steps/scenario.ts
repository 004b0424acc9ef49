/** Asks an edition the questions of the scenario. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readEdition } from '@agent-conversation/cli/evidence';
import { repository } from '@agent-conversation/shared/process';
import { count } from '@agent-conversation/cli/text';
import { compareWithEvidence, formatDifferences } from '../evidence/compare.ts';
import { type Recorded, runScenario, type Target } from '../scenario/index.ts';
import {
  conversationIds,
  endSandbox,
  storeSettings,
} from '../service/requests.ts';
import type { Service } from '../service/service.ts';
import type { Step, StepContext } from './step.ts';

/** The folder with the evidence of all editions. */
export const evidenceFolder: string = join(repository, 'openapi/evidence');

/** No single response takes longer, a start of a sandbox on a slow machine included. */
const requestTimeout = 150_000;

/** How long all questions may take. */
export const scenarioDeadlineInMs = 600_000;

/** Asks all questions and compares the responses with the evidence of the edition that this one is like. */
export const compare: Step = {
  name: 'Compare with the evidence',
  deadlineInMs: scenarioDeadlineInMs,
  async run(context) {
    const recorded = await record(context);
    const evidence = readEdition(evidenceFolder, context.service.known.version);
    const differences = compareWithEvidence(evidence, recorded);
    const summary = `${count(recorded.length, 'exchange')}, ${count(differences.length, 'difference')}`;
    const text = formatDifferences(differences).trimEnd();
    return { summary, problems: text === '' ? [] : text.split('\n') };
  },
};

/** Asks all questions. The service must be new: no settings are stored, no sandbox was started. */
export async function record({
  run,
  service,
}: StepContext): Promise<Recorded[]> {
  return runScenario(targetOf(service, run.signal));
}

/** Sends a request on a connection of its own: the service may close one that is kept open for the next request. */
async function send(request: Request, signal: AbortSignal): Promise<Response> {
  request.headers.set('connection', 'close');
  return fetch(request, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeout)]),
  });
}

function targetOf(service: Service, signal: AbortSignal): Target {
  const { baseUrl, apiKey, known } = service;
  return {
    send: (request) => send(request, signal),
    baseUrl,
    key: apiKey,
    hasLegacy: known.generations.includes('V0'),
    storeSettings: () => storeSettings(service),
    now: () => performance.now(),
    sleep: (milliseconds) => sleep(milliseconds, undefined, { signal }),
    conversationIds: () => conversationIds(service),
    async endSandbox({ url }) {
      endSandbox(service, url);
    },
  };
}
