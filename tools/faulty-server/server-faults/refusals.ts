import { operations } from '@agent-conversation/validators';
import { exampleOf, jsonOf, successOf } from './json.ts';
import type { PassedRequest, ServerFault } from './fault.ts';

/** A server that does not refuse what it must refuse, or in another way. */
export const refusalFaults: readonly ServerFault[] = [
  {
    id: 'E32',
    title: 'an unknown id is answered as a known one',
    begin: () => ({
      answer: ({ request, answer }) =>
        answer.status === 404 ? successOf(request.operation) : undefined,
    }),
  },
  {
    id: 'E38',
    title:
      'the request is looked at before the key: an invalid one without a key is told what is wrong',
    begin: () => ({
      answer: ({ request, answer }) =>
        answer.status === 401 && isInvalid(request)
          ? exampleOf(request.operation, isRefusal)
          : undefined,
    }),
  },
  {
    id: 'E39',
    title: '405 without Allow',
    begin: () => ({
      answer: ({ answer }) => {
        if (answer.status !== 405) return undefined;
        const headers = new Headers(answer.headers);
        headers.delete('Allow');
        return { ...answer, headers };
      },
    }),
  },
  {
    id: 'E43',
    title: 'no request is validated: invalid ones are taken',
    begin: () => ({
      answer: ({ request, answer }) =>
        isRefusal(answer.status) ? successOf(request.operation) : undefined,
    }),
  },
  {
    id: 'F11',
    title: 'clean-up fails: no sandbox can be paused',
    begin: () => ({
      instead: ({ operation }) =>
        operation?.id === 'pauseSandbox'
          ? exampleOf(operation, (status) => status === 200, 'PauseRefused')
          : undefined,
    }),
  },
];

/** Whether a status says that a request is not as it should be. */
function isRefusal(status: number): boolean {
  return status === 400 || status === 422;
}

function isInvalid({ operation, path, target, headers, body }: PassedRequest): boolean {
  const validator = Object.values(operations).find(({ id }) => id === operation?.id);
  const value = body.length > 0 ? jsonOf(body) : undefined;
  if (body.length > 0 && value === undefined) return true;
  const query = new URLSearchParams(target.split('?')[1]);
  return validator?.validateRequest({ path, query, headers, body: value }).valid === false;
}
