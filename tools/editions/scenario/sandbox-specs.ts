/** The sandbox specs: a fixed list. */
import {
  askAll,
  pagingQuestions,
  unusualPagingQuestions,
  withoutValidKey,
} from './requests.ts';
import type { Question, Recorder } from './recorder.ts';

const path = '/api/v1/sandbox-specs/search';
const search: Question = { method: 'GET', path };

/** Asks for the specs, with every kind of query. */
export async function askForSandboxSpecs(recorder: Recorder): Promise<void> {
  await askAll(recorder, 'searchSandboxSpecs', {
    success: search,
    'first-page': { method: 'GET', path: `${path}?limit=1` },
    'last-page': { method: 'GET', path: `${path}?limit=1&page_id=1` },
    ...withoutValidKey(search),
    ...pagingQuestions(path),
    ...unusualPagingQuestions(path),
    'invalid-query-without-key': {
      method: 'GET',
      path: `${path}?limit=0`,
      headers: { 'x-session-api-key': null },
    },
  });
}
