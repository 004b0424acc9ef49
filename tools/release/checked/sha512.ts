import { createHash } from 'node:crypto';

/** The hash of some bytes, as Subresource Integrity writes it: `sha512-…`. */
export function sha512Of(bytes: Buffer): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}
