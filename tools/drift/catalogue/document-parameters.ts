import { edit } from './edit.ts';
import type { FileMutant } from './mutant.ts';

const statements = 'packages/conformance/test/statements.test.ts';

/** Faults in what operations take: parameters, whether a body must be sent, and the key. */
export const documentParameterMutants: readonly FileMutant[] = [
  {
    operator: 'A22',
    title: 'a parameter moves into a header',
    fast: true,
    gate: statements,
    test: 'takes the stated parameters and body',
    changes: [edit('openapi/components/parameters/PageId.yaml', 'in: query', 'in: header')],
    says: ['parameters of searchSandboxes', '"header string"'],
  },
  {
    operator: 'A22',
    title: 'a parameter must be sent',
    gate: statements,
    test: 'takes the stated parameters and body',
    changes: [
      edit('openapi/components/parameters/SandboxSpecId.yaml', 'required: false', 'required: true'),
    ],
    says: ['parameters of startSandbox', '"sandbox_spec_id!"'],
  },
  {
    operator: 'A22',
    title: 'a body need not be sent any more',
    gate: statements,
    test: 'takes the stated parameters and body',
    changes: [edit('openapi/paths/conversations.yaml', 'required: true', 'required: false')],
    says: ['body of createConversation', 'CreateConversationRequest!'],
  },
  {
    operator: 'A22',
    title: 'a list is written into one parameter',
    gate: statements,
    test: 'takes the stated parameters and body',
    changes: [
      edit(
        'openapi/components/parameters/AppConversationIds.yaml',
        'explode: true',
        'explode: false',
      ),
    ],
    says: ['parameters of listAppConversations', '"query string[](..100)"'],
  },
  {
    operator: 'A22',
    title: 'a list is written in another style',
    gate: statements,
    test: 'takes the stated parameters and body',
    changes: [
      edit(
        'openapi/components/parameters/AppConversationIds.yaml',
        'style: form',
        'style: pipeDelimited',
      ),
    ],
    says: ['parameters of listAppConversations', 'pipeDelimited'],
  },
  {
    operator: 'A23',
    title: 'the security of one operation is removed',
    fast: true,
    gate: 'redocly',
    changes: [edit('openapi/paths/settings.yaml', '  security:\n    - SessionApiKey: []\n', '')],
    says: ['getSettings', 'security'],
  },
  {
    operator: 'A23',
    title: 'an operation may be called without a key',
    gate: 'spectral',
    changes: [
      edit(
        'openapi/paths/v1/sandboxes.yaml',
        '    - SessionApiKey: []\n',
        '    - SessionApiKey: []\n    - {}\n',
      ),
    ],
    says: ['contract-security', '`startSandbox` must ask for the API key and nothing else'],
  },
  {
    operator: 'A23',
    title: 'the header of the key is renamed',
    gate: statements,
    test: 'requires the API key in its header',
    changes: [edit('openapi/openapi.yaml', 'name: X-Session-API-Key', 'name: X-API-Key')],
    says: ['startSandbox > requires the API key in its header', '"X-API-Key"'],
  },
  {
    operator: 'A23',
    title: 'the key is sent in the query',
    gate: statements,
    test: 'requires the API key in its header',
    changes: [edit('openapi/openapi.yaml', 'in: header', 'in: query')],
    says: ['getSettings > requires the API key in its header', '"in": "query"'],
  },
];
