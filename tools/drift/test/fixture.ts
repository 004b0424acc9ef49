const text = { type: 'string' };

/** A contract that every fault of responses applies to. */
export const contract = {
  paths: {
    '/things/search': {
      get: {
        operationId: 'searchThings',
        responses: { 200: content({ $ref: '#/components/schemas/Page' }) },
      },
    },
    '/things/{id}/pause': {
      post: {
        operationId: 'pauseThing',
        responses: {
          200: content({ type: 'object', properties: { ok: { type: 'boolean' } } }, { ok: true }),
          404: content({ type: 'object' }, { detail: 'Unknown' }),
          422: content({ type: 'object' }, { detail: 'Invalid' }),
        },
      },
    },
    '/thing': {
      get: {
        operationId: 'readThing',
        responses: {
          200: {
            headers: {
              'X-Request-Id': { required: true, schema: { type: 'string', format: 'uuid' } },
              'X-Count': { schema: { type: 'integer' }, example: 3 },
            },
            ...content({ $ref: '#/components/schemas/Thing' }),
          },
          404: {},
        },
      },
      delete: { operationId: 'removeThing', responses: { 204: {} } },
    },
  },
  components: {
    schemas: {
      Page: {
        type: 'object',
        properties: { items: { type: 'array', items: { $ref: '#/components/schemas/State' } } },
      },
      State: {
        type: 'object',
        properties: {
          id: text,
          status: {
            type: 'string',
            'x-lifecycle': {
              final: ['GONE'],
              transitions: [
                { from: 'RUNNING', to: 'PAUSED', operation: 'pauseThing' },
                { from: 'PAUSED', to: 'GONE' },
              ],
            },
          },
        },
      },
      Thing: {
        type: 'object',
        required: ['kind', 'size'],
        properties: {
          kind: { type: 'string', enum: ['leaf', 'tree'] },
          size: { type: 'integer', minimum: 0 },
          made: { type: 'string', format: 'date-time' },
          tags: { type: 'array', items: text, uniqueItems: true },
          pair: { type: 'array', prefixItems: [text, { type: 'number' }] },
          password: { type: 'string', writeOnly: true },
          inner: { $ref: '#/components/schemas/Thing' },
          closed: { type: 'object', additionalProperties: false, properties: { id: text } },
        },
      },
    },
  },
};

function content(schema: object, value?: unknown): object {
  const examples = value === undefined ? {} : { examples: { Shown: { value } } };
  return { content: { 'application/json': { schema, ...examples } } };
}

/** A valid response of `readThing`. */
export const thing = {
  operation: 'readThing',
  status: 200,
  headers: new Headers({
    'Content-Type': 'application/json',
    'X-Request-Id': '0f6b8c1e-3d52-4a7b-9c1d-2e3f4a5b6c7d',
    'X-Count': '3',
  }),
  value: {
    kind: 'tree',
    size: 2,
    made: '2026-01-31T12:00:00Z',
    tags: ['a'],
    pair: ['x', 1],
    closed: { id: '1' },
    inner: { kind: 'leaf', size: 1 },
  },
};

/** A service with three things in pages of two, each of which can be paused. */
export function createService(): typeof globalThis.fetch {
  const states = new Map([1, 2, 3].map((id) => [`${id}`, 'RUNNING']));
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    const key = request.headers.get('X-Session-API-Key');
    await Promise.resolve();
    if (key === null) return Response.json({ detail: 'Key missing' }, { status: 401 });
    const [, , id = ''] = pathname.split('/');
    if (pathname === '/things/search') {
      const start = Number(searchParams.get('page_id') ?? 0);
      const limit = Number(searchParams.get('limit') ?? 2);
      if (limit < 1) return Response.json({ detail: 'Invalid' }, { status: 422 });
      const all = [...states].map(([each, status]) => ({ id: each, status }));
      const next = start + limit < all.length ? `${start + limit}` : null;
      return Response.json({ items: all.slice(start, start + limit), next_page_id: next, key });
    }
    if (request.method !== 'POST')
      return new Response(null, { status: 405, headers: { Allow: 'POST' } });
    if (!states.has(id)) return Response.json({ detail: 'Unknown' }, { status: 404 });
    if (states.get(id) !== 'RUNNING') return Response.json({ ok: false });
    states.set(id, 'PAUSED');
    return Response.json({ ok: true });
  };
}
