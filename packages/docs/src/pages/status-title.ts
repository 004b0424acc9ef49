import { STATUS_CODES } from 'node:http';

/** Names of RFC 9110 (section 15.5) where Node has former ones. */
const names: typeof STATUS_CODES = {
  ...STATUS_CODES,
  413: 'Content Too Large',
  422: 'Unprocessable Content',
};

/** Returns a status code with its name. @example statusTitle('404') // '404 Not Found' */
export function statusTitle(status: string): string {
  const name = names[status] ?? '';
  return `${status} ${name}`.trim();
}
