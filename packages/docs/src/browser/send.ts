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

export interface SampleResponse {
  readonly status: number;
  readonly statusText: string;
  readonly contentType: string | null;
  readonly text: string;
  /** From the request to the end of the body, in milliseconds. */
  readonly duration: number;
}

/** Why there is no response: nothing listens there, it took too long, or the connection closed. */
export type Failure = 'unreachable' | 'late' | 'broken off';

/** The timeout of a request, in milliseconds. */
const timeout = 10_000;

/** Sends a sample to a host and port, without credentials, redirects or cache. */
export async function send(
  request: SampleRequest,
  address: string,
): Promise<SampleResponse | Failure> {
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
      signal: AbortSignal.timeout(timeout),
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
