import { edit } from './edit.ts';
import type { FileMutant } from './mutant.ts';

const statements = 'packages/conformance/test/statements.test.ts';
const releases = 'packages/conformance/test/releases.test.ts';
const root = 'openapi/openapi.yaml';
const dialect = 'jsonSchemaDialect: https://json-schema.org/draft/2020-12/schema\n';

const needed = edit(
  'openapi/components/schemas/AppConversationStartRequest.yaml',
  'type: object\nproperties:',
  'type: object\nrequired: [title]\nproperties:',
);

/** What a contract of another version has: the version itself, and the beginning of its changelog. */
function raised(version: string, told: string) {
  return [
    edit(root, 'version: 0.1.0', `version: ${version}`),
    edit(
      'openapi/changelog.yaml',
      'releases:\n',
      `releases:\n  - version: ${version}\n    date: 2026-12-24\n    summary: Another release.\n    ${told}\n`,
    ),
  ] as const;
}

/** Faults in the contract as a whole: its dialect, its server and its version. */
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
  {
    operator: 'A30',
    title: 'a request must have a member, in the same version',
    fast: true,
    gate: releases,
    changes: [needed],
    says: [
      'startAppConversation reserves: body.title is needed',
      'is new since 0.1.0, which breaks callers',
      'set info.version in openapi/openapi.yaml to 0.2.0',
    ],
  },
  {
    operator: 'A30',
    title: 'an answer lacks a member, in a version that tells of additions',
    gate: releases,
    changes: [
      edit(
        'openapi/components/schemas/SandboxSpec.yaml',
        '  working_dir:\n    description: The directory in which the program runs.\n    type: string\n',
        '',
      ),
      ...raised('0.1.1', 'operations: { searchSandboxSpecs: [{ changed: Its answer. }] }'),
    ],
    says: [
      'searchSandboxSpecs assures: 200.items[].working_dir is known',
      'no longer holds since 0.1.0, which breaks callers',
      'set info.version in openapi/openapi.yaml to 0.2.0',
    ],
  },
  {
    operator: 'A30',
    title: 'a change is in a new version, and not in its changelog',
    gate: releases,
    changes: [needed, ...raised('0.2.0', 'other: [{ fixed: An example. }]')],
    says: ['startAppConversation has changed since 0.1.0', 'openapi/changelog.yaml'],
  },
  {
    operator: 'A30',
    title: 'what a release has promised is taken back',
    gate: releases,
    changes: [{ file: 'packages/conformance/released/0.1.0.txt', remove: true }],
    says: ['the terms of every release are written down', 'packages/conformance/released/'],
  },
  {
    operator: 'A30',
    title: 'a new version is not in the changelog',
    gate: 'build docs',
    changes: [edit(root, 'version: 0.1.0', 'version: 0.2.0')],
    says: ['openapi/changelog.yaml:', 'the first release must be 0.2.0'],
  },
];
