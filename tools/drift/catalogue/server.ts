import type { LiveMutant } from './mutant.ts';
import { operators } from './operators.ts';

/** Faults of a server, of which the checker must tell. */
export const serverMutants: readonly LiveMutant[] = [
  ofServer('E29', 'pauseSandbox.lifecycle', 'must become PAUSED from RUNNING by pauseSandbox'),
  ofServer(
    'E30',
    'resumeSandbox.lifecycle',
    'RUNNING cannot become STARTING by resumeSandbox (SandboxStatus)',
  ),
  ofServer('E31', 'resumeSandbox.lifecycle', 'must become STARTING from PAUSED by resumeSandbox'),
  {
    ...ofServer('E31', 'startSandbox.answer', 'MISSING cannot become'),
    title: 'of a server: what is gone comes back',
    fault: 'order',
  },
  ofServer('E32', 'pauseSandbox.unknown-id', 'status must be 404, as nobody has what it names'),
  ofServer('E33', 'searchSandboxes.pages', '/items must not be repeated: 1 of 3 were shown'),
  {
    ...ofServer('E33', 'searchSandboxes.pages', '/next_page_id must not lead back to a page'),
    title: 'of a server: pages without an end',
    fault: 'cycle',
  },
  ofServer('E34', 'searchSandboxes.pages', '/items must have 1 items at most, as limit says'),
  ofServer('E35', 'startSandbox.isolation', 'must not show a sandbox that another key has started'),
  ofServer('E38', 'createConversation.no-key', 'status must be 401, as the call has no key'),
  ofServer('E39', 'getSettings.method', '/allow must be there, with the methods'),
  onSearch('E42', 'status is not there: it was not whole after 2 seconds'),
  ofServer('E43', 'searchSandboxes.faults', 'status must be a refusal: /limit in the query'),

  onSearch('F1', 'status is not there: it was not whole after 2 seconds'),
  ofServer('F2', 'getSettings.answer', 'status must be one of 200, 401, 404'),
  onSearch('F3', 'status is not there: the connection broke before the answer was whole'),
  onSearch('F4', 'status is not there: the connection broke before the answer was whole'),
  {
    ...ofServer('F5', 'sends its callers to http://127.0.0.1:', 'Nothing is sent there'),
    exit: 2,
  },
  {
    ...onSearch('F5', 'status must be one of 200, 401, 422', 'answered 307'),
    title: 'of a server: a redirect leads to another host, for one operation',
  },
  { ...ofServer('F6', 'a server of another kind', 'answered 502 with text/html'), exit: 2 },
  {
    ...onSearch('F6', 'status must be one of 200, 401, 422', 'answered 502'),
    title: 'of a server: a gateway answers with a page of HTML, for one operation',
  },
  ofServer('F7', '/age must not be there, as an answer is not to be kept for others'),
  {
    ...ofServer('F7', 'startSandbox.answer', '/items must show the sandbox that was started'),
    title: 'of a server: a cache gives the first answer again and again',
    fault: 'cache',
  },
  {
    ...ofServer('F8', 'puts off every call: GET /api/settings answered 429'),
    fault: 'limited',
    exit: 2,
  },
  {
    ...ofServer('F8', 'the server conforms'),
    title: 'of a server: a single 429, after which the checker goes on',
    exit: 0,
  },
  { ...onSearch('F9', 'warning', '/surplus is not a member of the contract'), exit: 0 },
  onSearch('F10', '/items/0/status must be one of STARTING, RUNNING, PAUSED, ERROR, MISSING'),
  ofServer('F11', 'it could not be paused: the server said so'),

  onSearch('E1', 'status must be one of 200, 401, 422', 'answered 201'),
  onSearch('E2', 'status must be one of 200, 401, 422', 'answered 500'),
  onSearch('E3', '/content-type must be application/json'),
  onSearch('E4', '/content-type must be application/json'),
  onSearch('E5', '/items is missing'),
  onSearch('E6', '/items is missing', '/items_ is not a member'),
  onSearch('E7', 'body must be an object', 'answered 200'),
  onSearch('E8', '/items/0/status must be one of STARTING'),
  onSearch('E9', 'body must be an object', 'answered 200'),
  onSearch('E13', '/items is missing', '/data is not a member'),
  onSearch('E14', 'body must be an object', 'answered 200'),
  onSearch('E15', 'body must be JSON'),
  { ...onSearch('E16', 'warning', '/surplus is not a member of the contract'), exit: 0 },
  onSearch('E17', '/nextPageId is not a member', '/items must not be left out'),
  onSearch('E19', '/items/0/created_at must be a date-time (RFC 3339)'),
  onSearch('E24', 'body is missing', 'answered 200'),
];

type ServerOperator = Extract<keyof typeof operators, `${'E' | 'F'}${number}`>;

function ofServer(operator: ServerOperator, ...says: LiveMutant['says']): LiveMutant {
  const { title } = operators[operator];
  return { operator, title: `of a server: ${title}`, gate: 'checker', fault: operator, says };
}

/** In the answers of one operation, which alone is looked at. */
function onSearch(operator: ServerOperator, ...says: LiveMutant['says']): LiveMutant {
  return { ...ofServer(operator, ...says), operation: 'searchSandboxes' };
}
