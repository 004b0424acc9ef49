import { edit } from './edit.ts';
import type { FileMutant } from './mutant.ts';

const statements = 'packages/conformance/test/statements.test.ts';
const schemas = 'openapi/components/schemas';

/** Faults in how the parts of the contract hang together: what is open, references and choices. */
export const documentReferenceMutants: readonly FileMutant[] = [
  {
    operator: 'A19',
    title: 'an object is closed',
    fast: true,
    gate: 'spectral',
    changes: [
      edit(
        `${schemas}/ErrorBody.yaml`,
        '    type: string\n',
        '    type: string\nadditionalProperties: false\n',
      ),
    ],
    says: ['contract-closed', '`ErrorBody` must stay open'],
  },
  {
    operator: 'A19',
    title: 'an object says that it takes any member',
    gate: statements,
    test: 'demands nothing else',
    changes: [
      edit(`${schemas}/Sandbox.yaml`, 'properties:\n', 'additionalProperties: true\nproperties:\n'),
    ],
    says: ['openapi/components/schemas/Sandbox.yaml', '"others": true'],
  },
  {
    operator: 'A19',
    title: 'a map takes strings only',
    gate: statements,
    test: 'has the stated members',
    changes: [
      edit(
        `${schemas}/MCPStdioServer.yaml`,
        '    additionalProperties: true',
        '    additionalProperties:\n      type: string',
      ),
    ],
    says: ['openapi/components/schemas/MCPStdioServer.yaml', '"env": "{ [name]: string }"'],
  },
  {
    operator: 'A20',
    title: 'a list has items of a look-alike',
    fast: true,
    gate: statements,
    test: 'has the stated members',
    changes: [edit(`${schemas}/MCPConfig.yaml`, 'MCPHTTPServer.yaml', 'MCPSSEServer.yaml')],
    says: ['openapi/components/schemas/MCPConfig.yaml', '"shttp_servers": "MCPSSEServer[]"'],
  },
  {
    operator: 'A20',
    title: 'a member has the enumeration of the other generation',
    gate: statements,
    test: 'has the stated members',
    changes: [
      edit(
        `${schemas}/SuggestedTask.yaml`,
        '$ref: GitProvider.yaml',
        '$ref: LegacyGitProvider.yaml',
      ),
    ],
    says: ['openapi/components/schemas/SuggestedTask.yaml', '"git_provider"'],
  },
  {
    operator: 'A20',
    title: 'an error is that of another resource',
    gate: statements,
    test: 'gives the stated answers',
    changes: [
      edit(
        'openapi/paths/v1/app-conversations.yaml',
        'responses/SandboxNotFound.yaml',
        'responses/SandboxSpecNotFound.yaml',
      ),
    ],
    says: ['answers of startAppConversation', '"SandboxSpecNotFound: ErrorBody"'],
  },
  {
    operator: 'A20',
    title: 'an error is that of the other generation',
    gate: statements,
    test: 'gives the stated answers',
    changes: [
      edit(
        'openapi/paths/settings.yaml',
        'responses/LegacyUnauthorized.yaml',
        'responses/Unauthorized.yaml',
      ),
    ],
    says: ['answers of getSettings', '"Unauthorized: ErrorBody"'],
  },
  {
    operator: 'A21',
    title: 'a branch of a choice is dropped',
    fast: true,
    gate: statements,
    test: 'has the stated members',
    changes: [
      edit(`${schemas}/MessageContent.yaml`, '  - $ref: ImageContent.yaml\n', ''),
      edit(`${schemas}/MessageContent.yaml`, '    image: ImageContent.yaml\n', ''),
    ],
    says: ['openapi/components/schemas/Message.yaml', 'TextContent by type (text: TextContent)'],
  },
  {
    operator: 'A21',
    title: 'a choice is no longer told by a tag',
    gate: 'build validators',
    changes: [
      edit(
        `${schemas}/MessageContent.yaml`,
        'discriminator:\n  propertyName: type\n  mapping:\n    text: TextContent.yaml\n    image: ImageContent.yaml\n',
        '',
      ),
    ],
    says: [
      'No validators can be made of openapi/dist/openapi.json#/components/schemas/MessageContent',
      'discriminator',
    ],
  },
  {
    operator: 'A21',
    title: 'the values of a tag stand for each other',
    gate: statements,
    test: 'has the stated members',
    changes: [
      edit(
        `${schemas}/MessageContent.yaml`,
        '    text: TextContent.yaml\n    image: ImageContent.yaml\n',
        '    text: ImageContent.yaml\n    image: TextContent.yaml\n',
      ),
    ],
    says: ['openapi/components/schemas/Message.yaml', 'text: ImageContent, image: TextContent'],
  },
  {
    operator: 'A21',
    title: 'a choice is told by another member',
    gate: 'build validators',
    changes: [edit(`${schemas}/MessageContent.yaml`, 'propertyName: type', 'propertyName: kind')],
    says: [
      'No validators can be made of openapi/dist/openapi.json#/components/schemas/MessageContent',
      'kind',
    ],
  },
];
