import type { FileMutant } from './mutant.ts';

const operations = 'packages/conformance/test/client-operations.test.ts';
const behaviour = 'packages/client/test/behaviour/behaviour.test.ts';
const carry = 'packages/client/src/transport/carry.ts';

/** Faults in what the client sends, and in how it reads what comes. */
export const clientCallMutants: readonly FileMutant[] = [
  {
    operator: 'C2',
    title: 'the client sends an id as it is',
    gate: operations,
    changes: [
      {
        file: 'packages/client/src/transport/request.ts',
        from: 'return encodeURIComponent(value);',
        to: 'return value;',
      },
    ],
    test: 'pauseSandbox',
    says: ['pauseSandbox', 'is not of the form /api/v1/sandboxes/{sandbox_id}/pause'],
  },
  {
    operator: 'C4',
    title: 'the client sends what is undefined',
    gate: operations,
    changes: [
      {
        file: 'packages/client/src/transport/request.ts',
        from: '.filter(([, value]) => value !== undefined && value !== null)\n    .map(([name, value]: [string, string | readonly string[]]) => parameterOf(name, value));',
        to: '.filter(([, value]) => value !== null)\n    .map(([name, value]: [string, string | readonly string[]]) => parameterOf(name, value ?? String(value)));',
      },
    ],
    test: 'searchSandboxes > its method',
    says: ['searchSandboxes', 'its method sends what it is given, once', '"page_id": "undefined"'],
  },
  {
    operator: 'C5',
    title: 'the client sends the key under another name',
    gate: operations,
    changes: [
      {
        file: 'packages/client/scripts/emit-contract.ts',
        from: 'return scheme.name.toLowerCase();',
        to: "return scheme.name.toLowerCase().replace('session-', '');",
      },
    ],
    test: 'getSettings > its method',
    says: ['getSettings', '"key": "any"', '"key": null'],
  },
  {
    operator: 'C6',
    title: 'the client sends JSON without its type',
    gate: operations,
    changes: [
      {
        file: carry,
        from: "...(body === undefined ? {} : { 'content-type': 'application/json' }),",
        to: '',
      },
    ],
    test: 'createConversation > its method',
    says: ['createConversation', '"contentType": "application/json"', '"contentType": null'],
  },
  {
    operator: 'C7',
    title: 'the client encodes a body twice',
    gate: operations,
    changes: [
      {
        file: carry,
        from: 'undefined : JSON.stringify(input.body);',
        to: 'undefined : JSON.stringify(JSON.stringify(input.body));',
      },
    ],
    test: 'createConversation > its method',
    says: ['createConversation', '"keyword":"type"', 'must be an object'],
  },
  {
    operator: 'C8',
    title: 'the client keeps the body of an error for itself',
    gate: 'packages/conformance/test/client-failures.test.ts',
    changes: [
      {
        file: 'packages/client/src/errors/api-error.ts',
        from: 'return this.#received.body;',
        to: 'return undefined;',
      },
    ],
    test: 'pauseSandbox 404 SandboxUnknown',
    says: ['pauseSandbox 404 SandboxUnknown', '"detail": "Sandbox not found"', '"body": undefined'],
  },
  {
    operator: 'C9',
    title: 'the client reads JSON where there is no content',
    gate: behaviour,
    changes: [
      {
        file: 'packages/client/src/transport/connection.ts',
        from: 'try {\n    return JSON.parse(text);\n  } catch {\n    return undefined;\n  }',
        to: 'return JSON.parse(text);',
      },
      {
        file: 'packages/client/src/transport/connection.ts',
        from: "/\\bjson\\b/i.test(headers.get('content-type') ?? '') ? parse(text) : undefined;",
        to: 'parse(text);',
      },
    ],
    test: 'the answer is 204',
    says: ['the answer is 204', 'SyntaxError'],
  },
  {
    operator: 'C11',
    title: 'the client does not see that a call was aborted before it began',
    gate: behaviour,
    changes: [
      {
        file: 'packages/client/src/transport/within.ts',
        from: 'if (signal?.aborted) throw new AbortedError(context, signal.reason);',
        to: '',
      },
    ],
    test: 'the signal is aborted before the call',
    says: ['the signal is aborted before the call', 'sends nothing'],
  },
  {
    operator: 'C12',
    title: 'the client loses the path of its base URL',
    gate: operations,
    changes: [
      {
        file: 'packages/client/src/transport/config.ts',
        from: "return new URL(value).href.replace(/\\/+$/, '');",
        to: 'return new URL(value).origin;',
      },
    ],
    test: 'getSettings > its method',
    says: ['getSettings', '/api/settings is not of the form /api/settings'],
  },
  {
    operator: 'C13',
    title: 'the client does not say that it wants JSON',
    gate: operations,
    changes: [{ file: carry, from: "accept: 'application/json',", to: '' }],
    test: 'getSettings > its method',
    says: ['getSettings', '"accept": "application/json"', '"accept": null'],
  },
];
