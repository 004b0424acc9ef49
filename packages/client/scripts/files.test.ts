import { readdirSync, readFileSync } from 'node:fs';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { expect, test } from 'vitest';
import type { Document } from './document.ts';
import { generatedFiles } from './files.ts';

test('the build has written what is generated from the contract', () => {
  const directory = new URL('../src/generated/', import.meta.url);
  const built = readdirSync(directory).map((name) => [
    name,
    readFileSync(new URL(name, directory), 'utf8'),
  ]);
  expect(Object.fromEntries(built)).toEqual(generatedFiles(document));
});

const json = (schema: string, examples = {}) => ({
  description: 'The sandbox, as it is now.',
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, examples } },
});

/** The contract with one more operation. */
const extended: Document = {
  ...document,
  paths: {
    ...document.paths,
    '/api/v1/sandboxes/{sandbox_id}/rename': {
      post: {
        operationId: 'renameSandbox',
        summary: 'Rename a sandbox',
        description: 'Gives the sandbox another name.',
        'x-retry': 'safe',
        parameters: [
          { $ref: '#/components/parameters/SandboxId' },
          {
            name: 'force',
            in: 'query',
            description: 'Whether the name may be taken.',
            schema: { type: 'boolean' },
            example: true,
          },
        ],
        requestBody: json('SandboxName', { Shop: { value: { name: 'web shop' } } }),
        responses: {
          200: json('Sandbox'),
          404: { $ref: '#/components/responses/SandboxNotFound' },
        },
      },
    },
  },
  components: {
    ...document.components,
    schemas: {
      ...document.components.schemas,
      SandboxName: { type: 'object', properties: { name: { type: 'string' } } },
    },
  },
};

const before = generatedFiles(document);
const after = generatedFiles(extended);

test.each([
  [
    'what it is at run time',
    'contract.ts',
    `export const renameSandbox: Operation = {"id":"renameSandbox","method":"POST","path":"/api/v1/sandboxes/{sandbox_id}/rename","retry":"safe","statuses":[200,404]};
`,
  ],
  [
    'a query',
    'inputs.ts',
    `/** The query of \`renameSandbox\`. */
export interface RenameSandboxQuery {
  /**
   * Whether the name may be taken.
   */
  force?: boolean;
}
`,
  ],
  [
    'a method with docs',
    'resources.ts',
    `  /**
   * Gives the sandbox another name.
   *
   * \`POST /api/v1/sandboxes/{sandbox_id}/rename\`. The client repeats it when the connection fails or the service is busy, as that does no harm.
   *
   * @param sandbox_id The id of a sandbox, as \`startSandbox\` and \`searchSandboxes\` give it.
   * @param body The sandbox, as it is now.
   * @param query \`force\`
   * @throws {NotFoundError} 404: There is no sandbox of this id, or it belongs to somebody else.
   * @throws {UnexpectedResponseError} when the answer is not one of the contract
   * @throws {ConnectionError | TimeoutError | AbortedError | RedirectError} when there is no answer
   *
   * @example
   * const sandbox = await client.sandboxes.rename('sbx-4kq7m2xw', { name: 'web shop' }, { force: true });
   */
  rename(sandbox_id: string, body?: SandboxName, query?: RenameSandboxQuery, options?: CallOptions): Call<Sandbox>;
`,
  ],
  [
    'what the method does',
    'create-resources.ts',
    `      rename: (sandbox_id, body = {}, query, options) => dataOf(connection, contract.renameSandbox, { path: { sandbox_id }, body, query }, options),
`,
  ],
  [
    'a result',
    'functions.ts',
    `/** What \`renameSandbox\` gives: the answer, told apart by its \`status\`. */
export type RenameSandboxResult =
  | { readonly status: 200; readonly data: Sandbox }
  | { readonly status: 404; readonly error: ErrorBody | undefined }
  | UnexpectedResult;
`,
  ],
  [
    'a function with docs',
    'functions.ts',
    `/**
 * Gives the sandbox another name.
 *
 * \`POST /api/v1/sandboxes/{sandbox_id}/rename\`. The client repeats it when the connection fails or the service is busy, as that does no harm.
 *
 * @param connection what \`connect\` or \`createClient\` has made
 * @param sandbox_id The id of a sandbox, as \`startSandbox\` and \`searchSandboxes\` give it.
 * @param body The sandbox, as it is now.
 * @param query \`force\`
 * @returns the answer, told apart by its \`status\`
 * @throws {ConnectionError | TimeoutError | AbortedError | RedirectError} when there is no answer
 *
 * @example
 * const result = await renameSandbox(connection, 'sbx-4kq7m2xw', { name: 'web shop' }, { force: true });
 * if (result.status === 200) console.log(result.data);
 */
export function renameSandbox(
  connection: Connection,
  sandbox_id: string,
  body: SandboxName = {},
  query?: RenameSandboxQuery,
  options?: CallOptions,
): Call<RenameSandboxResult> {
  return resultOf(connection, contract.renameSandbox, { path: { sandbox_id }, body, query }, options);
}
`,
  ],
])('an operation more in the contract is %s more', (_, name, want) => {
  expect(before[name]).not.toContain('enameSandbox');
  expect(after[name]).toContain(want);
});
