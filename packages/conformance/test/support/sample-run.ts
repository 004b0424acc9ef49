import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createMock, type Exchange } from '@agent-conversation/mock';
import { createAdaptorServer } from '@hono/node-server';

/** What a sample has sent, as far as the service looks at it. */
export interface SampleRequest {
  readonly method: string;
  /** With the query, which is encoded as a form is (URL Standard, section 5.2). */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON of the body. */
  readonly body?: unknown;
  /** The body, where it is not JSON. */
  readonly rawBody?: string;
}

/** How a sample went. */
export interface SampleRun {
  /** What it has sent. */
  readonly requests: readonly SampleRequest[];
  /** What the mock made of that. */
  readonly exchanges: readonly Exchange[];
  readonly exitCode: number;
  /** What a terminal shows: errors first, as what curl has received waits in a buffer until it ends. */
  readonly printed: string;
}

/** Makes a program and its arguments from the address that it is to call. */
export type CommandFor = (url: string) => readonly [program: string, ...args: string[]];

/** Runs a sample against a mock of its own, which holds what the examples of the contract show. */
export async function runSample(commandFor: CommandFor): Promise<SampleRun> {
  const requests: SampleRequest[] = [];
  const exchanges: Exchange[] = [];
  const mock = createMock({
    examples: true,
    seed: 'samples',
    clock: 'manual',
    onExchange: (exchange) => exchanges.push(exchange),
  });
  const service = createAdaptorServer({
    // Other tests of this process keep the classes of Node.
    overrideGlobalObjects: false,
    async fetch(request) {
      const { method, url, headers } = request;
      const body = await request.text();
      requests.push({ method, path: pathOf(url), headers: shown(headers), ...bodyOf(body) });
      return mock.fetch(url, { method, headers, ...(body !== '' && { body }) });
    },
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  try {
    return { requests, exchanges, ...(await run(commandFor(`http://127.0.0.1:${port}`))) };
  } finally {
    service.close();
  }
}

/** The headers of the key and of the body. */
const headerNames = ['X-Session-API-Key', 'Authorization', 'Content-Type'];

function shown(headers: Headers): Record<string, string> {
  const found = headerNames.map((name) => [name, headers.get(name)] as const);
  return Object.fromEntries(found.filter((it): it is [string, string] => it[1] !== null));
}

function pathOf(url: string): string {
  const { pathname, searchParams } = new URL(url);
  return searchParams.size > 0 ? `${pathname}?${searchParams.toString()}` : pathname;
}

function bodyOf(text: string): Pick<SampleRequest, 'body' | 'rawBody'> {
  if (text === '') return {};
  try {
    return { body: JSON.parse(text) as unknown };
  } catch {
    return { rawBody: text };
  }
}

/** Nothing else: keys, proxies, colours and settings of curl also come from the environment. */
const env = { PATH: process.env['PATH'] };

function run([program, ...args]: ReturnType<CommandFor>) {
  return new Promise<Pick<SampleRun, 'exitCode' | 'printed'>>((resolve, reject) => {
    execFile(program, args, { env, timeout: 50_000 }, (error, stdout, stderr) => {
      const code = error ? error.code : 0;
      if (typeof code === 'number') resolve({ exitCode: code, printed: stderr + stdout });
      else reject(error);
    });
  });
}
