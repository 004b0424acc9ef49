import * as fc from 'fast-check';
import { contract, type Operation } from '../contract.ts';
import { type Change, fault, type Weighted, withoutBody } from './fault.ts';
import { keyHeader, type RandomRequest } from './random-requests.ts';

/** Faults that any request may have: of its path, method, key and wishes. */
export function routeFaults(operation: Operation, valid: fc.Arbitrary<RandomRequest>): Weighted[] {
  const has = methodsOf(operation.path);
  const lacking = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PURGE'].filter(
    (method) => !has.includes(method),
  );
  return [
    fault({ kind: 'no key', status: 401 }, valid, fc.constantFrom('absent', '', '  '), noKey),
    fault(
      { kind: 'method', status: 405, reaches: false },
      valid,
      fc.constantFrom(...lacking),
      (request, method) => ({ ...withoutBody(request), method, allow: has }),
    ),
    fault({ kind: 'path', status: 404, reaches: false }, valid, fc.nat(), ({ path }, pick) => {
      const paths = otherPaths(path);
      return { path: paths[pick % paths.length]! };
    }),
    fault(
      { kind: 'encoding of the path', status: 400, reaches: false },
      valid,
      fc.constantFrom('%', '%4', '%zz', '%E0%A4%A', '%C3%28', '%FF', '%ED%A0%80', '%C0%AF'),
      ({ path }, broken) => ({
        path: operation.path.includes('{')
          ? operation.path.replaceAll(/\{\w+\}/g, () => `sbx${broken}`)
          : `${path}${broken}`,
      }),
    ),
    fault(
      { kind: 'accept', status: 406 },
      valid,
      fc.constantFrom(
        'application/xml',
        'application/json;q=0',
        'text/html, image/*',
        'application/json; q=0.0, */*',
        '*/*;q=0',
      ),
      ({ headers }, accept) => ({ headers: { ...headers, Accept: accept } }),
    ),
  ];
}

function noKey({ headers }: RandomRequest, way: string): Change {
  const { [keyHeader]: _, ...rest } = headers;
  return { headers: way === 'absent' ? rest : { ...rest, [keyHeader]: way } };
}

/** What a path answers: its operations, HEAD where it has GET, and OPTIONS. */
function methodsOf(path: string): string[] {
  const own = Object.keys(contract.paths[path]!).map((method) => method.toUpperCase());
  return own.includes('GET') ? [...own, 'HEAD', 'OPTIONS'] : [...own, 'OPTIONS'];
}

const knownPaths = Object.keys(contract.paths).map(
  (path) => new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
);

/** Paths that the contract does not have and that look like one which it has. */
function otherPaths(path: string): string[] {
  const segments = path.slice(1).split('/');
  const joined = (some: readonly string[]) => `/${some.join('/')}`;
  return [
    `${path}x`,
    `${path}/`,
    `${path}/x`,
    ...segments.flatMap((segment, at) => [
      joined(segments.toSpliced(at, 1)),
      joined(segments.toSpliced(at, 0, '')),
      joined(segments.with(at, segment.toUpperCase())),
    ]),
  ].filter((it) => it !== '/api' && !knownPaths.some((known) => known.test(it)));
}
