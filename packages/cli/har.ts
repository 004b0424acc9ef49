/** Writes exchanges as an HTTP archive (HAR 1.2), which the developer tools of browsers open. */

type HeaderPairs = Iterable<readonly [name: string, value: string]>;

/** A request with its response. Nothing of it may be secret. */
export interface HarExchange {
  readonly startedAt: Date;
  /** In milliseconds. */
  readonly duration: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: HeaderPairs;
    readonly body: string | undefined;
  };
  readonly response: {
    readonly status: number;
    readonly statusText?: string | undefined;
    readonly headers: HeaderPairs;
    readonly body: string;
  };
}

/** Returns the entry of an exchange. Sizes are in bytes. */
export function harEntry({
  startedAt,
  duration,
  request,
  response,
}: HarExchange) {
  const { method, url, body } = request;
  const { status, statusText = '' } = response;
  const sent = messageOf(request.headers, body);
  const received = messageOf(response.headers, response.body);
  const query = new URLSearchParams(/\?(.*)/s.exec(url)?.[1]);
  return {
    startedDateTime: startedAt.toISOString(),
    time: duration,
    request: {
      method,
      url,
      ...sent,
      queryString: pairs(query),
      ...(body && {
        postData: {
          mimeType: valueOf('content-type', request.headers),
          text: body,
        },
      }),
    },
    response: {
      status,
      statusText,
      ...received,
      content: {
        size: received.bodySize,
        mimeType: valueOf('content-type', response.headers),
        text: response.body,
      },
      redirectURL: valueOf('location', response.headers),
    },
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
  };
}

/** What requests and responses have in common; -1 is a size that is not known. */
function messageOf(headers: HeaderPairs, body = '') {
  const sizes = {
    headersSize: -1,
    bodySize: new TextEncoder().encode(body).length,
  };
  return {
    httpVersion: 'HTTP/1.1',
    headers: pairs(headers),
    cookies: [],
    ...sizes,
  };
}

function pairs(entries: HeaderPairs): { name: string; value: string }[] {
  return Array.from(entries, ([name, value]) => ({ name, value }));
}

function valueOf(header: string, headers: HeaderPairs): string {
  return (
    pairs(headers).find(({ name }) => name.toLowerCase() === header)?.value ??
    ''
  );
}
