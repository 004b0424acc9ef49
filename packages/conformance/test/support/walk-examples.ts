import { createMock, type MockOptions } from '@agent-conversation/mock';
import { type Body, type Operation, operations, resolve } from '../../src/contract.ts';
import type { Exchange } from '../../src/oracle/exchange.ts';
import { keyHeader } from '../../src/requests/valid-requests.ts';
import { Recorder } from './recorder.ts';

/** Sends the examples of requests to a mock that begins with the examples of responses. */
export async function walkExamples(): Promise<Exchange[]> {
  const recorder = new Recorder(createMock({ seed: 'coverage', clock: 'manual', examples: true }));
  for (const { method, path: template, requestBody } of operations) {
    const path = template.replaceAll(/\{\w+\}/g, 'sbx-4kq7m2xw');
    if (method === 'get') await recorder.ask('GET', path);
    const bodies = requestBody?.content['application/json']?.examples ?? {};
    for (const example of Object.values(bodies)) {
      await recorder.ask(method.toUpperCase(), path, { body: resolve(example).value });
    }
  }
  return recorder.exchanges;
}

/** Calls every operation without an API key, in each form of the response, and beyond the rate limit. */
export async function walkRejected(): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  const call = async (
    options: MockOptions,
    headers: Record<string, string>,
    all: readonly Operation[] = operations,
  ) => {
    const recorder = new Recorder(createMock({ seed: 'coverage', clock: 'manual', ...options }));
    for (const { method, path } of all) {
      await recorder.send(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, 'any'), { headers });
    }
    exchanges.push(...recorder.exchanges);
  };
  for (const unauthorizedBody of ['detail', 'error', 'text'] as const) {
    await call({ unauthorizedBody }, {});
  }
  // Twice, as the first request is within the limit.
  await call({ rateLimit: 1 }, { [keyHeader]: 'any' }, [...operations, ...operations]);
  return exchanges;
}

/**
 * Asks for every example of a response by its name (RFC 7240). The mock responds with it whatever it does
 * otherwise, so such an exchange shows the example and nothing else.
 */
export async function walkWishes(): Promise<Exchange[]> {
  const recorder = new Recorder(createMock({ seed: 'coverage' }));
  for (const { method, path, requestBody, responses } of operations) {
    const address = path.replaceAll(/\{\w+\}/g, 'sbx-4kq7m2xw');
    const names = Object.entries(responses).flatMap(([status, response]) =>
      Object.keys(resolve(response).content['application/json']?.examples ?? {}).map((name) => ({
        status,
        name,
      })),
    );
    for (const { status, name } of names) {
      await recorder.ask(method.toUpperCase(), address, {
        headers: { Prefer: `code=${status}, example=${name}` },
        ...(requestBody && { body: firstBodyOf(requestBody) }),
      });
    }
  }
  return recorder.exchanges;
}

/** The first body that the contract shows of a request. */
function firstBodyOf({ content }: Body): unknown {
  const [example] = Object.values(content['application/json']?.examples ?? {});
  return example && resolve(example).value;
}
