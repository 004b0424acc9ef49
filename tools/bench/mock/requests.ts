import contract from '@agent-conversation/openapi/openapi.json' with { type: 'json' };

/** A request that every subject is loaded with. */
export interface BenchRequest {
  readonly id: string;
  /** Its name in the results. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** The path, with `{sandbox_id}` where the id of a sandbox is to stand. */
  readonly path: string;
  readonly body?: string;
  /** The status of the right answer. */
  readonly status: number;
}

/** What every request carries. */
export const key = { 'X-Session-API-Key': 'bench' } as const;

const body = contract.components.examples.StartAppConversationFromMessage.value;

/** The quick one, which also tells that a subject is ready. */
export const settings: BenchRequest = {
  id: 'settings',
  name: 'Settings',
  method: 'GET',
  path: '/api/settings',
  status: 200,
};

/** The requests, the one that makes the most work first. */
export const requests: readonly BenchRequest[] = [
  {
    id: 'valid',
    name: 'Valid start',
    method: 'POST',
    path: '/api/v1/app-conversations',
    body: JSON.stringify(body),
    status: 200,
  },
  {
    id: 'invalid',
    name: 'Invalid start',
    method: 'POST',
    path: '/api/v1/app-conversations',
    body: JSON.stringify({ ...body, pr_number: ['x'] }),
    status: 422,
  },
  {
    id: 'search',
    name: 'Search',
    method: 'GET',
    path: '/api/v1/sandboxes/search?limit=20',
    status: 200,
  },
  settings,
  {
    id: 'pause',
    name: 'Pause',
    method: 'POST',
    path: '/api/v1/sandboxes/{sandbox_id}/pause',
    status: 200,
  },
];
