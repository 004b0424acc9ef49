/** Why there is no answer. */
export interface Failure {
  /** For programs. */
  readonly keyword: 'unreachable' | 'tls' | 'broken' | 'timeout' | 'not-http';
  /** For people: what follows `There is no answer:`. */
  readonly message: string;
}

/** What it means that `fetch` has thrown this, when it was to call this address. */
export function failureOf(error: unknown, url: URL): Failure {
  const { code = '', message, name } = deepest(error);
  const words = unreachable[code];
  if (words) return { keyword: 'unreachable', message: words(url) };
  if (/^(ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH)/.test(code)) {
    return { keyword: 'tls', message: `the certificate is not in order (${code})` };
  }
  if (/^(ERR_SSL|EPROTO)/.test(code)) {
    return { keyword: 'tls', message: `the server does not speak TLS as it should (${code})` };
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return { keyword: 'not-http', message: 'its headers are too large' };
  }
  if (name === 'HTTPParserError') {
    return { keyword: 'not-http', message: 'what comes is not HTTP' };
  }
  if (message === 'bad port') {
    return { keyword: 'unreachable', message: `port ${url.port} is not one for HTTP` };
  }
  const detail = code && !broken.has(code) ? ` (${code})` : '';
  return {
    keyword: 'broken',
    message: `the connection broke before the answer was whole${detail}`,
  };
}

/** What was the matter in the first place. */
function deepest(error: unknown): NodeJS.ErrnoException {
  const { cause } = error as Error;
  return cause instanceof Error ? deepest(cause) : (error as NodeJS.ErrnoException);
}

const broken = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ERR_STREAM_PREMATURE_CLOSE']);

const noWay = ({ host }: URL) => `there is no way to ${host}`;
const unreachable: Readonly<Record<string, (url: URL) => string>> = {
  ECONNREFUSED: ({ host }) => `nothing listens on ${host}`,
  ENOTFOUND: ({ hostname }) => `there is no host ${hostname}`,
  EAI_AGAIN: ({ hostname }) => `the name ${hostname} cannot be looked up now`,
  EHOSTUNREACH: noWay,
  ENETUNREACH: noWay,
  EADDRNOTAVAIL: noWay,
  ETIMEDOUT: ({ host }) => `${host} does not take connections`,
  UND_ERR_CONNECT_TIMEOUT: ({ host }) => `${host} does not take connections`,
};
