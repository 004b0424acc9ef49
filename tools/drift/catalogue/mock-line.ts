import type { FileMutant } from './mutant.ts';

const line = 'packages/mock/src/line/request-line.ts';

/** Faults in how the mock looks at requests. */
export const mockLineMutants: readonly FileMutant[] = [
  {
    operator: 'E38',
    title: 'the mock looks at the body before the key',
    gate: 'packages/conformance/test/mock-auth.test.ts',
    changes: [
      {
        file: line,
        from: 'if (!key) return refused(keyMissing);',
        to: `if (!key) {
    const early = takesBody(operation.id) ? await readBody(call) : undefined;
    return refused(early && 'refusal' in early ? early.refusal : keyMissing);
  }`,
      },
    ],
    test: 'no key, and other faults as well',
    says: ['createConversation > with no key, and other faults as well', 'expected 400 to be 401'],
  },
  {
    operator: 'E39',
    title: 'the mock does not say which methods a path takes',
    gate: 'packages/mock/src/line/methods.test.ts',
    changes: [
      {
        file: line,
        from: 'reason, headers: { Allow: allow } }, call.path);',
        to: 'reason }, call.path);',
      },
    ],
    test: 'and refuses other methods',
    says: ['/api/settings takes GET, HEAD, OPTIONS, and refuses other methods', '"allow": null'],
  },
  {
    operator: 'E40',
    title: 'the mock does not heed Prefer',
    gate: 'packages/mock/src/line/prefer.test.ts',
    changes: [
      {
        file: line,
        from: "const preference = call.header('prefer');",
        to: "const preference = call.header('preference');",
      },
    ],
    test: 'can be had by its name',
    says: ['getSettings: SettingsMissing can be had by its name'],
  },
  {
    operator: 'E43',
    title: 'the mock takes requests that break the contract',
    gate: 'packages/conformance/test/mock-properties.test.ts',
    changes: [
      {
        file: line,
        from: 'if (!checked.valid) return invalid(checked.violations);\n  const request = checked.request as',
        to: "if (!checked.valid && operation.method === 'GET') return invalid(checked.violations);\n  const request = (checked.valid ? checked.request : { ...parts, query: {} }) as",
      },
    ],
    test: 'requests with one fault are refused for it',
    says: ['requests with one fault are refused for it', 'the status is not 422'],
  },
];
