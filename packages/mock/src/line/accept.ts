import Negotiator from 'negotiator';

/** Whether a caller takes JSON (RFC 9110, section 12.5.1). One who does not say takes anything. */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return true;
  return new Negotiator({ headers: { accept } }).mediaType(['application/json']) !== undefined;
}
