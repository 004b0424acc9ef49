/** Takes what was sent out of a text, as the service may have repeated it there. */
export function conceal(text: string, sent: readonly unknown[]): string {
  const values = sent.flatMap(textsIn).filter((it) => it !== '');
  // A longer value may have a shorter one in it.
  values.sort((a, b) => b.length - a.length);
  return values.reduce((rest, value) => rest.replaceAll(value, '…'), text);
}

/** The texts and numbers in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}
