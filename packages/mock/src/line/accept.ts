import Negotiator from 'negotiator';

/** Whether a caller takes JSON (RFC 9110, section 12.5.1). One who does not say takes anything. */
export function acceptsJson(accept: string | undefined): boolean {
  if (!accept || accept === '*/*' || accept === 'application/json') return true;
  // Some ask for it with a charset, which changes nothing (RFC 8259, section 11).
  const forms = ['application/json', 'application/json;charset=utf-8'];
  return new Negotiator({ headers: { accept } }).mediaType(forms) !== undefined;
}
