import { edit } from './edit.ts';
import type { FileMutant } from './mutant.ts';

const statements = 'packages/conformance/test/statements.test.ts';
const root = 'openapi/openapi.yaml';
const dialect = 'jsonSchemaDialect: https://json-schema.org/draft/2020-12/schema\n';

/** Faults in the contract as a whole: its dialect and its server. */
export const documentRootMutants: readonly FileMutant[] = [
  {
    operator: 'A27',
    title: 'the dialect is removed',
    fast: true,
    gate: 'spectral',
    changes: [edit(root, dialect, '')],
    says: ['contract-dialect', 'jsonSchemaDialect'],
  },
  {
    operator: 'A27',
    title: 'the dialect is that of OpenAPI, with which Prism takes every body',
    gate: 'packages/mock/src/prism/rejects.test.ts',
    changes: [
      edit(root, dialect, 'jsonSchemaDialect: https://spec.openapis.org/oas/3.1/dialect/base\n'),
    ],
    says: [
      'what Prism answers to a bad body of createConversation',
      'jsonSchemaDialect in openapi/openapi.yaml',
    ],
  },
  {
    operator: 'A29',
    title: 'the usual address of the service is another one',
    fast: true,
    gate: statements,
    test: 'the service is where it was decided',
    changes: [edit(root, 'default: http://localhost:3000', 'default: https://api.example.com')],
    says: ['servers of openapi/openapi.yaml', 'base_url = https://api.example.com'],
  },
  {
    operator: 'A29',
    title: 'the address of the service has a path',
    gate: statements,
    test: 'the service is where it was decided',
    changes: [edit(root, "url: '{base_url}'", "url: '{base_url}/v1'")],
    says: ['servers of openapi/openapi.yaml', '{base_url}/v1'],
  },
];
