import { STATUS_CODES } from 'node:http';

/** Names of RFC 9110 (section 15.5) where Node has former ones. */
const names = { ...STATUS_CODES, 413: 'Content Too Large', 422: 'Unprocessable Content' };

/** Returns a status code with its name. @example statusTitle('404') // '404 Not Found' */
export function statusTitle(status: string): string {
  return `${status} ${(names as typeof STATUS_CODES)[status] ?? ''}`.trim();
}
