import { own } from '../../lint/spectral/lib/document.js';
import { ScaffoldError } from '../scaffold-error.ts';

/**
 * A member that a file must have.
 *
 * @param content what the file says
 * @param keys those that lead to the member
 * @throws {ScaffoldError} naming the file, and the place as a JSON Pointer (RFC 6901)
 */
export function demanded<T>(
  file: string,
  content: unknown,
  keys: readonly string[],
  is: (member: unknown) => member is T,
): T {
  const member = keys.reduce<unknown>((parent, key) => own(parent, key), content);
  if (is(member)) return member;
  const place = keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  throw new ScaffoldError(`${file} must have ${place.join('')}`);
}

/** Whether a member is a text. */
export function isText(member: unknown): member is string {
  return typeof member === 'string';
}
