/** What Node and Bun call the failures that come before a connection is there. */
const codes =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket)$/;
/** In Node: what the system was asked for. */
const calls = /^(connect|getaddrinfo)$/;
/** Deno has no code. */
const message = /client error \(Connect\)/;

/**
 * Whether it is sure that a request was not sent, because there was no connection. Browsers do not tell,
 * so there it is never sure.
 */
export function isUnsent(error: unknown): boolean {
  return tells(error) || tells((Object(error) as Failure).cause);
}

function tells(error: unknown): boolean {
  const { code = '', syscall = 'connect', message: text } = Object(error) as Failure;
  return (codes.test(code) && calls.test(syscall)) || message.test(text);
}

interface Failure extends Error {
  readonly code?: string;
  readonly syscall?: string;
}
