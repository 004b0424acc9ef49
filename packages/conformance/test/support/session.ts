/** A request as it goes over the wire, made from the answers so far. */
export type Turn = (answers: readonly string[]) => string;

/** What a request adds to its first line. */
interface Parts {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const page = 'http://page.example';
const json = { 'Content-Type': 'application/json' };

/** A session of one key: what works, what is refused, and what is wished for. */
export function session(key: string): readonly Turn[] {
  const plain = (line: string, { headers = {}, body }: Parts = {}) =>
    [
      `${line} HTTP/1.1`,
      'Host: mock',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ...(body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
      '',
      body ?? '',
    ].join('\r\n');
  const ask = (line: string, { headers = {}, body }: Parts = {}) =>
    plain(line, {
      headers: { 'X-Session-API-Key': key, ...headers },
      ...(body === undefined ? {} : { body }),
    });
  const post = (path: string, body: object | string) =>
    ask(`POST ${path}`, {
      headers: json,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const start = (body: object) => post('/api/v1/app-conversations', body);
  const search = 'GET /api/v1/sandboxes/search';
  const list = 'GET /api/v1/app-conversations';
  const change = (id: string | undefined, to: string) => ask(`POST /api/v1/sandboxes/${id}/${to}`);
  const message = { content: [{ type: 'text', text: 'Mend it.' }], run: true };
  const chunked = { ...json, 'Transfer-Encoding': 'chunked' };

  return [
    () => ask('POST /api/v1/sandboxes'),
    () => ask(search),
    () => ask('POST /api/v1/sandboxes', { headers: { Origin: page } }),
    () => ask(`${search}?limit=1`),
    (answers) => ask(`${search}?limit=1&page_id=${member(answers, 'next_page_id')}`),
    ([first]) => change(sandboxIn(first), 'pause'),
    () => ask(search),
    () => ask('HEAD /api/v1/sandboxes/search'),
    ([first]) => change(sandboxIn(first), 'resume'),
    () => change('sbx-22222222', 'pause'),
    () => start({}),
    ([first]) => start({ sandbox_id: sandboxIn(first), title: 'Tëst', initial_message: message }),
    () => start({ selected_repository: 'acme/shop', git_provider: 'github' }),
    () => start({ sandbox_id: 'sbx-22222222' }),
    () => ask(list),
    () => post('/api/conversations', { initial_user_msg: 'Hello' }),
    (answers) =>
      post('/api/conversations', { conversation_id: member(answers, 'conversation_id') }),
    () => post('/api/conversations', { conversation_id: 'ab'.repeat(16) }),
    () => ask('GET /api/settings'),
    () => ask('GET /api/v1/sandbox-specs/search?limit=1'),
    () => ask('OPTIONS /api/v1/sandboxes'),
    () => plain('OPTIONS /api/settings', { headers: preflight }),
    () => ask('GET /api/v1/nothing', { headers: { Origin: page } }),
    () => ask('GET /api/%E0%A4%A'),
    () => ask('DELETE /api/v1/sandboxes'),
    () => plain('GET /api/settings'),
    () => ask('GET /api/settings', { headers: { Accept: 'image/png' } }),
    () => ask('POST /api/conversations', { headers: { 'Content-Type': 'text/plain' }, body: 'Hi' }),
    () => post('/api/conversations', '{"title":'),
    () => post('/api/conversations', { git_provider: 'sourcehut', image_urls: [1, 2] }),
    () => ask(`${search}?limit=101&page_id=x`),
    () => ask(search, { headers: { Prefer: 'code=401' } }),
    () => ask(search, { headers: { Prefer: 'code=418' } }),
    () => ask(search, { headers: { Prefer: 'dynamic=true' } }),
    () => ask(list, { headers: { Prefer: 'dynamic=true' } }),
    () => ask(list, { headers: { Prefer: 'dynamic=true' } }),
    () => `${ask('POST /api/conversations', { headers: chunked })}2\r\n{}\r\n0\r\n\r\n`,
    () => ask(search),
    () => ask(list),
    (answers) => ask(`${list}?ids=${member(answers, 'id')}&ids=unknown`),
    ([first]) => change(sandboxIn(first), 'pause'),
    () => ask(list),
  ];
}

const preflight = {
  Origin: page,
  'Access-Control-Request-Method': 'GET',
  'Access-Control-Request-Headers': 'x-session-api-key',
};

function sandboxIn(answer = ''): string | undefined {
  return /"id":"(sbx-\w+)"/.exec(answer)?.[1];
}

/** The value of a member in the newest answer that has it as a text. */
function member(answers: readonly string[], name: string): string | undefined {
  const pattern = new RegExp(`"${name}":"([^"]+)"`);
  return answers.findLast((answer) => pattern.test(answer))?.match(pattern)?.[1];
}
