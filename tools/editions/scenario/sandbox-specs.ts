/** The sandbox specs: a fixed list. */
import {
  askAll,
  get,
  pagingQuestions,
  unusualPagingQuestions,
  withoutKey,
  withoutValidKey,
} from './requests.ts';
import type { Recorder } from './recorder.ts';

const path = '/api/v1/sandbox-specs/search';

/** Asks for the specs, with every kind of query. */
export async function askForSandboxSpecs(recorder: Recorder): Promise<void> {
  await askAll(recorder, 'searchSandboxSpecs', {
    success: get(path),
    'first-page': get(`${path}?limit=1`),
    'last-page': get(`${path}?limit=1&page_id=1`),
    ...withoutValidKey(get(path)),
    ...pagingQuestions(path),
    ...unusualPagingQuestions(path),
    'invalid-query-without-key': withoutKey(get(`${path}?limit=0`)),
  });
}
