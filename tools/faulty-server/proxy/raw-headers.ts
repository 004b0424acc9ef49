/** Header names and values in turn, as they went over the wire. */
export type RawHeaders = readonly string[];

/** What belongs to one connection (RFC 9110, section 7.6.1), and who is asked there. */
const ofOneConnection = ['connection', 'keep-alive', 'transfer-encoding', 'host'];

/** The headers that a proxy passes on, as they are. */
export function passedOn(raw: RawHeaders): RawHeaders {
  return pairs(raw)
    .filter(([name]) => !ofOneConnection.includes(name.toLowerCase()))
    .flat();
}

/** Headers for a body of a length; without a length, none is told. */
export function withLength(headers: Headers, length: number | undefined): RawHeaders {
  const others = passedOn([...headers].flat());
  const named = pairs(others).filter(([name]) => name !== 'content-length');
  return [...named.flat(), ...(length === undefined ? [] : ['Content-Length', `${length}`])];
}

/** The headers as they are looked at. */
export function readHeaders(raw: RawHeaders): Headers {
  return new Headers(pairs(raw).map(([name, value]): [string, string] => [name, value]));
}

function pairs(raw: RawHeaders): readonly (readonly [string, string])[] {
  return raw.flatMap((name, position) =>
    position % 2 === 0 ? [[name, raw[position + 1]!] as const] : [],
  );
}
