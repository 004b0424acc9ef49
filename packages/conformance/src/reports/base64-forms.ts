/**
 * What Base64 makes of a text (RFC 4648, sections 4 and 5), wherever in the encoded bytes it stands: only the
 * characters that tell the text and nothing else.
 */
export function base64Forms(text: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    // So many bytes stand before it in its group of three.
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor((bytes.length * 8) / 6);
    return (['base64', 'base64url'] as const).map((form) => bytes.toString(form).slice(from, to));
  });
}
