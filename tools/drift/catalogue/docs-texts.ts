import { edit } from './edit.ts';
import type { FileMutant } from './mutant.ts';

const samples = 'packages/conformance/test/samples.test.ts';

/** Faults in the texts around the contract: READMEs, docstrings, samples and guides. */
export const docsTextMutants: readonly FileMutant[] = [
  {
    operator: 'D2',
    title: 'the API of the client changes unnoticed',
    gate: 'packages/client/scripts/api.test.ts',
    changes: [
      edit(
        'packages/client/src/known.ts',
        'export function known<T extends string>(',
        'export function known<T extends string | number>(',
      ),
    ],
    says: ['API.md', 'known<T extends string | number>'],
  },
  {
    operator: 'D3',
    title: 'an example in the docs of the client is wrong',
    gate: 'packages/conformance/test/client-examples.test.ts',
    changes: [
      edit(
        'packages/client/src/redact.ts',
        'console.log(redact(await client.sandboxes.search()));',
        'console.log(redact(await client.sandbox.search()));',
      ),
    ],
    says: ['src-redact-ts-', "Property 'sandbox' does not exist on type 'Client'"],
  },
  {
    operator: 'D3',
    title: 'the README of the client is wrong',
    gate: 'packages/conformance/test/readmes.test.ts',
    test: 'README of the client > compiles with the types of Node alone',
    changes: [
      edit(
        'packages/client/README.md',
        "await client.sandboxes.pause('sbx-unknown');",
        "await client.sandboxes.stop('sbx-unknown');",
      ),
    ],
    says: ['the code in the README of the client', 'line-9.ts', "'stop' does not exist"],
  },
  {
    operator: 'D3',
    title: 'what the client does is told wrongly',
    gate: 'packages/client/test/behaviour/behaviour.test.ts',
    changes: [
      edit(
        'packages/client/BEHAVIOUR.md',
        '`/api/v1/sandboxes/a%2Fb/pause`',
        '`/api/v1/sandboxes/a/b/pause`',
      ),
    ],
    says: ['/api/v1/sandboxes/a/b/pause'],
  },
  {
    operator: 'D3',
    title: 'an operation shows the sample of another',
    gate: 'redocly',
    changes: [
      edit(
        'openapi/paths/v1/sandboxes/sandbox_id/pause.yaml',
        'samples/pauseSandbox/success.sh',
        'samples/resumeSandbox/success.sh',
      ),
    ],
    says: ['contract/code-samples', 'pause.yaml', 'Sample 1 of `pauseSandbox`'],
  },
  {
    operator: 'D3',
    title: 'a sample sends something else than it shows',
    gate: samples,
    test: 'searchSandboxes',
    changes: [edit('openapi/samples/searchSandboxes/success.sh', 'limit=2', 'limit=3')],
    says: ['searchSandboxes', 'limit=3'],
  },
  {
    operator: 'D3',
    title: 'what a sample prints is edited by hand',
    gate: samples,
    test: 'pauseSandbox',
    changes: [
      edit('openapi/samples/pauseSandbox/failure.sh.out', 'Sandbox not found', 'No such sandbox'),
    ],
    says: ['pauseSandbox/failure', 'No such sandbox'],
  },
  {
    operator: 'D3',
    title: 'what a guide shows is not what is printed',
    gate: 'packages/conformance/test/guides.test.ts',
    test: 'getting-started',
    changes: [
      edit(
        'packages/docs/guides/getting-started.md',
        'status 404, 1 attempt',
        'status 404, 2 attempts',
      ),
    ],
    says: ['getting-started.md', 'status 404, 1 attempt'],
  },
];
