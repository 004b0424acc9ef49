/** A body, as far as it could be read. */
export interface ReadBody {
  /** The JSON; undefined where there is none. */
  readonly value: unknown;
  /** Whether there is a body, and it is not JSON. */
  readonly isBroken: boolean;
}

/** Reads a body as JSON (RFC 8259). */
export function readBody(body: string | undefined): ReadBody {
  if (body === undefined || body === '') return { value: undefined, isBroken: false };
  try {
    return { value: JSON.parse(body) as unknown, isBroken: false };
  } catch {
    return { value: undefined, isBroken: true };
  }
}

/** The media type of a message, in small letters and without parameters; undefined where it has none. */
export function mediaTypeOf(headers: Headers): string | undefined {
  return headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
}
