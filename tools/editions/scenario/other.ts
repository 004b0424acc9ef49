/** Paths and methods that are no operation, browsers (CORS), and the rate limit. */
import {
  askAll,
  get,
  noSandbox,
  post,
  posts,
  type Questions,
  withoutKey,
} from './requests.ts';
import type { Question, Recorder } from './recorder.ts';

const local = 'http://localhost:5173';
const foreign = 'https://app.acme.example';
const corsHeaders = [
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'access-control-max-age',
  'vary',
];
/** Its response never changes. */
const search = '/api/v1/sandbox-specs/search';

const put = (path: string): Question => ({ method: 'PUT', path, body: {} });

/** A request of a browser, from a page of an origin. */
const cors = (origin: string): Question => ({
  ...get(search),
  headers: { origin },
  keep: corsHeaders,
});

const questions: Questions = {
  'unknown-path': get('/no-such-path'),
  'unknown-path-without-key': withoutKey(get('/no-such-path')),
  'unknown-path-of-v1': get('/api/v1/no-such-path'),
  ...posts('/api/v1/no-such-path', { 'unknown-path-of-v1-post': {} }),
  'unknown-path-of-v0': get('/api/no-such-path'),
  'unknown-path-below-sandbox': post(
    `/api/v1/sandboxes/${noSandbox}/no-such-action`,
  ),
  'below-a-known-path': get(`${search}/no-such-path`),
  'path-with-other-case': get('/api/v1/Sandbox-Specs/search'),
  'path-with-two-slashes': get('/api/v1//sandbox-specs/search'),
  'path-with-slash-at-end': get(`${search}/`),
  'patch-search': { method: 'PATCH', path: search, body: {} },
  'put-search': put(search),
  'post-search-of-sandboxes': post('/api/v1/sandboxes/search'),
  'put-app-conversations': put('/api/v1/app-conversations'),
  'put-sandboxes': put('/api/v1/sandboxes'),
  'get-pause': get(`/api/v1/sandboxes/${noSandbox}/pause`),
  'get-resume': get(`/api/v1/sandboxes/${noSandbox}/resume`),
  'put-settings': put('/api/settings'),
  'put-conversations': put('/api/conversations'),
  'method-without-key': withoutKey({ method: 'PUT', path: search }),
  'head-search': { method: 'HEAD', path: search },
  'options-without-origin': { method: 'OPTIONS', path: search },
  'cache-headers': {
    ...get(search),
    keep: ['cache-control', 'expires', 'pragma'],
  },
  'cors-simple-local': cors(local),
  'cors-simple-foreign': cors(foreign),
  'cors-preflight-local': preflight(local),
  'cors-preflight-foreign': preflight(foreign),
  'cors-error': withoutKey(cors(local)),
};

function preflight(origin: string): Question {
  return {
    method: 'OPTIONS',
    path: search,
    headers: {
      'x-session-api-key': null,
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-session-api-key',
    },
    keep: corsHeaders,
  };
}

/** Asks for what is no operation. */
export async function askForOther(recorder: Recorder): Promise<void> {
  await askAll(recorder, 'other', questions);
}

/** The service delays requests 11 to 20 of a second and rejects more. */
const burst = 30;

/** Sends more requests than the service takes in a second, and keeps one that was rejected. */
export async function askForRateLimit(recorder: Recorder): Promise<void> {
  const { target } = recorder;
  const question = get(search);
  await target.sleep(2000);
  const sent = Array.from({ length: burst }, async () =>
    recorder.sendAtOnce(question),
  );
  const rejected = (await Promise.all(sent)).find(
    ({ status }) => status === 429,
  );
  if (!rejected)
    throw new Error(`None of ${burst} requests at once was rejected with 429`);
  recorder.keep('searchSandboxSpecs', 'too-many-requests', question, rejected);
  await target.sleep(3000);
}
