import { expect, test } from 'vitest';
import { exchange, result, richKey, richRun, runOf } from '../testing/rich-run.ts';
import { reportHar } from './har.ts';

const secrets = [richKey];

test('a run with everything', async () => {
  await expect(reportHar(richRun, { secrets })).toMatchFileSnapshot('samples/exchanges.har');
});

/** The only entry of a run with an exchange. */
function entryOf(...args: Parameters<typeof exchange>) {
  const run = runOf({ results: [result('a.b', 'c', { exchanges: [exchange(...args)] })] });
  const { log } = JSON.parse(reportHar(run, { secrets })) as { log: { entries: object[] } };
  expect(log.entries).toHaveLength(1);
  return log.entries[0]!;
}

test('a query is also listed in pairs', () => {
  expect(entryOf('GET', '/a?b=c%20d&b=e+f&g', 200, {})).toMatchObject({
    request: {
      url: 'http://127.0.0.1:4010/a?b=c%20d&b=e+f&g',
      queryString: [
        { name: 'b', value: 'c d' },
        { name: 'b', value: 'e f' },
        { name: 'g', value: '' },
      ],
    },
  });
});

test('a redirect has its location', () => {
  expect(entryOf('GET', '/', 307, '', { headers: { Location: '/b' } })).toMatchObject({
    response: {
      status: 307,
      statusText: 'Temporary Redirect',
      redirectURL: '/b',
      content: { size: 0 },
    },
  });
});

test('a size is in bytes', () => {
  expect(entryOf('GET', '/', 299, { a: 'é' })).toMatchObject({
    response: { status: 299, statusText: '', content: { text: '{"a":"é"}', size: 10 } },
  });
});

test('the exchanges stand in the order in which they began', () => {
  const at = (after: number) => exchange('GET', `/${after}`, 200, {}, { after });
  const run = runOf({
    results: [
      result('a.b', 'c', { exchanges: [at(500), at(2000)] }),
      result('a.d', 'e', { exchanges: [at(20)] }),
    ],
  });
  const { log } = JSON.parse(reportHar(run, { secrets })) as {
    log: { entries: { request: { url: string }; comment: string }[] };
  };
  expect(log.entries.map(({ request, comment }) => [request.url.slice(21), comment])).toEqual([
    ['/20', 'a.d'],
    ['/500', 'a.b'],
    ['/2000', 'a.b'],
  ]);
});
