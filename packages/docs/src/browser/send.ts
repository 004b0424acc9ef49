/** The request of a sample, as `data-request` has it. */
export interface SampleRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A body that is malformed on purpose. */
  readonly rawBody?: string;
}

export interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly contentType: string | null;
  readonly text: string;
  /** From the request to the end of the body, in milliseconds. */
  readonly duration: number;
}

/** Why there is no answer: nobody there, not in time, or gone in the middle of it. */
export type Failure = 'unreachable' | 'late' | 'broken off';

/** How long an answer may take, in milliseconds. */
const patience = 10_000;

/** Sends a sample to a host and port, without anything that the browser would add of its own. */
export async function send(request: SampleRequest, address: string): Promise<Answer | Failure> {
  const { method, path, headers, body, rawBody } = request;
  const begin = performance.now();
  let response: Response | undefined;
  try {
    response = await fetch(`http://${address}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: rawBody ?? (body === undefined ? null : JSON.stringify(body)),
      credentials: 'omit',
      redirect: 'error',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(patience),
    });
    const text = await response.text();
    const { status, statusText } = response;
    const contentType = response.headers.get('Content-Type');
    return { status, statusText, contentType, text, duration: performance.now() - begin };
  } catch (error) {
    if ((error as Error).name === 'TimeoutError') return 'late';
    return response ? 'broken off' : 'unreachable';
  }
}
