/** Returns the 32 digits of a UUID with hyphens (RFC 9562, section 4). */
export function withHyphens(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
