/** What Node, Deno and Bun call the failures that come before a connection is there. */
const codes =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket)$/;
/** Deno has no code. */
const messages = /client error \(Connect\)/;

/**
 * Whether it is sure that a request was not sent, because there was no connection. Browsers do not tell,
 * so there it is never sure.
 */
export function isUnsent(error: unknown): boolean {
  for (let it = error as Failure | undefined; it; it = it.cause as Failure | undefined) {
    if (codes.test(it.code ?? '') || messages.test(it.message)) return true;
  }
  return false;
}

interface Failure extends Error {
  readonly code?: string;
}
