import * as fc from 'fast-check';
import { type Operation, resolve, type Schema } from '../contract.ts';
import { type FaultSite, faultSites, withFault } from './fault-sites.ts';
import { type Change, fault, type FaultyRequest, type Weighted, withoutBody } from './fault.ts';
import { bytes, type RandomRequest, sizeLimit } from './random-requests.ts';
import { json } from './random-text.ts';

/** Faults of the body, of an operation that takes one: of its members, its form, its type and its size. */
export function bodyFaults(
  operation: Operation,
  anyValid: fc.Arbitrary<RandomRequest>,
): Weighted[] {
  const schema = operation.requestBody!.content['application/json']!.schema;
  const valid = anyValid.filter(({ body }) => body !== undefined);
  const ids = Object.keys(resolve<Schema>(schema).properties ?? {}).filter((name) =>
    name.endsWith('conversation_id'),
  );
  const instead = (content: string, request: RandomRequest): Change => ({
    body: bytes(content),
    headers: { ...request.headers, 'Content-Type': 'application/json' },
  });
  const site = fc.tuple(valid, fc.nat(), fc.nat()).map(([request, at, pick]): FaultyRequest => {
    const chosen = choose(faultSites(schema, request.value), at);
    const value = withFault(request.value, chosen, pick);
    return {
      request: { ...request, value, body: bytes(JSON.stringify(value)) },
      fault: {
        kind: `body: ${chosen.kind}`,
        status: 422,
        loc: ['body', ...chosen.steps],
        reaches: true,
      },
    };
  });
  return [
    { weight: 300, faulty: site },
    fault(
      { kind: 'body of another type', status: 422, weight: 20 },
      valid,
      fc.constantFrom('[]', '"x"', '5', 'null', 'true', ' [{}]\n', nested),
      (request, content) => ({
        ...instead(content, request),
        loc: ['body'],
        lenient: content === nested,
      }),
    ),
    ...(operation.requestBody!.required
      ? [
          fault(
            { kind: 'no body', status: 422, weight: 20 },
            valid,
            fc.boolean(),
            (request, isEmpty) => ({
              ...(isEmpty ? { body: bytes('') } : withoutBody(request)),
              loc: ['body'],
            }),
          ),
        ]
      : []),
    ...(ids.length > 0
      ? [
          fault(
            { kind: 'no UUID', status: 422, weight: 20 },
            valid,
            fc.constantFrom(...ids),
            (request, name) => ({
              ...instead(
                JSON.stringify({ ...(request.value as object), [name]: 'not-a-uuid' }),
                request,
              ),
              loc: ['body', name],
              lenient: true,
            }),
          ),
        ]
      : []),
    fault(
      { kind: 'not JSON', status: 422, weight: 60 },
      valid,
      fc.tuple(fc.constantFrom(...malformations, ...lenientlyRead), json),
      (request, [malformed, extra]) => ({
        ...instead(malformed(JSON.stringify({ ...(request.value as object), extra })), request),
        lenient: lenientlyRead.includes(malformed),
      }),
    ),
    fault(
      { kind: 'not UTF-8', status: 422, weight: 30 },
      valid,
      fc.constantFrom(...notUtf8),
      (_, wrong) => ({
        lenient: true,
        body: new Uint8Array([...bytes('{"title":"'), ...wrong, ...bytes('"}')]),
      }),
    ),
    fault(
      { kind: 'content type', status: 415, weight: 40 },
      valid,
      fc.constantFrom(...contentTypes),
      ({ headers }, type) => {
        const { 'Content-Type': _, ...rest } = headers;
        return { headers: type === undefined ? rest : { ...rest, 'Content-Type': type } };
      },
    ),
    fault(
      { kind: 'size', status: 413, weight: 2 },
      valid,
      fc.constantFrom(1, 2, sizeLimit),
      (request, over) => {
        const content = JSON.stringify(request.value);
        const room = Math.max(0, sizeLimit + over - bytes(content).length);
        return instead(content + ' '.repeat(room), request);
      },
    ),
  ];
}

/** One of the sites, each kind as often as the others however many members there are to be wrong. */
function choose(sites: readonly FaultSite[], at: number): FaultSite {
  const kinds = [...new Set(sites.map(({ kind }) => kind))];
  const kind = kinds[at % kinds.length];
  const alike = sites.filter((site) => site.kind === kind);
  return alike[Math.floor(at / kinds.length) % alike.length]!;
}

/** Deep enough to be too much for a program that calls itself for each level. */
const nested = '['.repeat(20_000) + ']'.repeat(20_000);

/** Ways to make the text of an object something that is not JSON (RFC 8259). */
const malformations: readonly ((object: string) => string)[] = [
  (object) => object.slice(0, -1),
  (object) => object.slice(0, Math.ceil(object.length / 2)),
  (object) => `${object.slice(0, -1)},}`,
  (object) => `{'a':${object}}`,
  (object) => `{a:${object}}`,
  (object) => `{"a":01,"b":${object}}`,
  (object) => `{"a":"\u0000","b":${object}}`,
  (object) => `{"a":"\\x","b":${object}}`,
  (object) => `${object}${object}`,
  (object) => `// a comment\n${object}`,
  (object) => `\u00a0${object}`,
  () => ' ',
  () => '\r\n\t ',
  () => 'undefined',
];

/** What is not JSON either, and some parsers accept, or fail at. */
const lenientlyRead: readonly ((object: string) => string)[] = [
  (object) => `{"a":${object},"b":NaN}`,
  (object) => `\ufeff${object}`,
  () => '['.repeat(20_000),
];

const notUtf8: readonly (readonly number[])[] = [
  [0xff],
  [0x80],
  [0xc3, 0x28],
  [0xe2, 0x82],
  // Forms that a lenient reader takes: overlong, a surrogate, beyond the last code point.
  [0xc0, 0xaf],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
];

const contentTypes = [
  undefined,
  'text/plain',
  'text/json',
  'json',
  'application/xml',
  'application/jsonp',
  'application/x-www-form-urlencoded',
  'application/json-patch+json',
  'multipart/form-data; boundary=x',
];
