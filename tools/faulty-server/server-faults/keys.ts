import { isObject, placesOf } from '../contract/places.ts';
import { replaceAt } from '../contract/pointer.ts';
import { jsonOf, withJson } from './json.ts';
import type { PassedRequest, ServerFault } from './fault.ts';

/** The header of the contract's security scheme. */
const keyHeader = 'X-Session-API-Key';

/** A server that does not keep keys apart, or gives away what is secret. */
export const keyFaults: readonly ServerFault[] = [
  {
    id: 'E35',
    title: 'all keys share one state',
    begin: () => {
      let first: string | undefined;
      return {
        request: (request) => {
          const key = request.headers.get(keyHeader);
          first ??= key ?? undefined;
          return key === null || key === first ? undefined : withKey(request, first!);
        },
      };
    },
  },
  {
    id: 'open',
    title: 'no key is asked for',
    begin: () => ({
      request: (request) =>
        request.headers.has(keyHeader) ? undefined : withKey(request, 'anybody'),
    }),
  },
  {
    id: 'echo-header',
    title: 'answers repeat the key in a header',
    begin: () => ({
      answer: ({ request, answer }) => {
        const key = request.headers.get(keyHeader);
        if (key === null) return undefined;
        const headers = new Headers(answer.headers);
        headers.set(keyHeader, key);
        return { ...answer, headers };
      },
    }),
  },
  {
    id: 'echo-body',
    title: 'errors repeat the key in their text',
    begin: () => ({
      answer: ({ request, answer }) => {
        const key = request.headers.get(keyHeader);
        const value = jsonOf(answer.body);
        if (key === null || answer.status < 400 || !isObject(value)) return undefined;
        const text = Object.entries(value).find(([, each]) => typeof each === 'string');
        if (!text) return undefined;
        const [name, words] = text as [string, string];
        return withJson(answer, { ...value, [name]: `${words} (${keyHeader}: ${key})` });
      },
    }),
  },
  {
    id: 'secret',
    title: 'the settings give out the secrets that are stored',
    begin: ({ contract }) => ({
      answer: ({ request: { operation }, answer }) => {
        const schema = operation?.answers.get(`${answer.status}`)?.schema;
        const value = jsonOf(answer.body);
        if (operation?.id !== 'getSettings' || !schema || value === undefined) return undefined;
        const secrets = placesOf(contract, new Set(), schema, value).filter(
          (place) => place.schema['x-secret'] && place.value === null,
        );
        if (secrets.length === 0) return undefined;
        const told = secrets.reduce<unknown>(
          (whole, { pointer }) => replaceAt(whole, pointer, 'sk-live-stored'),
          value,
        );
        return withJson(answer, told);
      },
    }),
  },
];

function withKey(request: PassedRequest, key: string): PassedRequest {
  const headers = new Headers(request.headers);
  headers.set(keyHeader, key);
  return { ...request, headers };
}
