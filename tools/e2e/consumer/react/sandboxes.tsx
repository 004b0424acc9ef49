/* openapi-react-query reads open enumerations, strings and objects as what they are. */
import type { Sandbox } from '@agent-conversation/types';
import { createClient } from '@agent-conversation/client/openapi-fetch';
import createQueries from 'openapi-react-query';

const queries = createQueries(
  createClient({ baseUrl: 'http://localhost:3000', apiKey: 'any' }),
);

export function Sandboxes() {
  const { data } = queries.useQuery('get', '/api/v1/sandboxes/search', {
    params: { query: { limit: 10 } },
  });
  const sandboxes: readonly Sandbox[] = data?.items ?? [];
  const first: string | undefined = data?.items[0]?.status;
  return (
    <ul title={first}>
      {data?.items.map(({ id, status }) => (
        <li key={id}>{status}</li>
      ))}
      {sandboxes.map(({ id, status }) => (
        <li key={id}>{status}</li>
      ))}
    </ul>
  );
}

export function Pause({ id }: { readonly id: string }) {
  const pause = queries.useMutation(
    'post',
    '/api/v1/sandboxes/{sandbox_id}/pause',
  );
  const params = { path: { sandbox_id: id } };
  return <button onClick={() => pause.mutate({ params })}>Pause</button>;
}
