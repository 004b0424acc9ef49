import type { FileMutant } from './mutant.ts';

/** Faults in the client. */
export const clientMutants: readonly FileMutant[] = [
  {
    operator: 'C5',
    title: 'the client forgets the key',
    gate: 'packages/client/test/call-options.test.ts',
    changes: [
      {
        file: 'packages/client/src/transport/attempt.ts',
        from: 'const headers = { ...outgoing.headers, ...keyHeaders };',
        to: 'const headers = { ...keyHeaders, ...outgoing.headers, [Object.keys(keyHeaders)[0]!]: "not" };',
      },
    ],
    says: ['the key goes along with every request'],
  },
  {
    operator: 'C10',
    title: 'the client repeats what creates something',
    gate: 'packages/client/test/behaviour/behaviour.test.ts',
    changes: [
      {
        file: 'packages/client/src/transport/retry.ts',
        from: "retry === 'safe' ? !isPassing(answer, error) : retry === 'never' || !isUnsent",
        to: "retry === 'never' || (!isUnsent && !isPassing(answer, error))",
      },
    ],
    says: ['a call that creates something is answered 503'],
  },
  {
    operator: 'C5',
    title: 'the client follows redirects',
    gate: 'packages/client/test/behaviour/behaviour.test.ts',
    changes: [
      {
        file: 'packages/client/src/transport/attempt.ts',
        from: "redirect: 'manual'",
        to: "redirect: 'follow'",
      },
    ],
    says: ['the answer is a 307 to another origin'],
  },
  {
    operator: 'C2',
    title: 'the client sends an id that leads elsewhere',
    gate: 'packages/client/test/behaviour/behaviour.test.ts',
    changes: [
      {
        file: 'packages/client/src/transport/request.ts',
        from: '!/^\\.{0,2}$|\\p{Surrogate}/u.test(value)',
        to: '!/\\p{Surrogate}/u.test(value)',
      },
    ],
    says: ['an id is empty, `.` or `..`'],
  },
  {
    operator: 'C3',
    title: 'the client sends a list in one parameter',
    gate: 'packages/conformance/test/client-operations.test.ts',
    changes: [
      {
        file: 'packages/client/src/transport/request.ts',
        from: ".map((item) => serializePrimitiveParam(name, item)).join('&')",
        to: ".slice(0, 1).map(() => serializePrimitiveParam(name, values.join())).join('&')",
      },
    ],
    says: ['listAppConversations'],
  },
  {
    operator: 'C8',
    title: 'the client shows what was sent',
    gate: 'packages/client/test/secrets/secrets.test.ts',
    changes: [
      {
        file: 'packages/client/src/errors/api-error.ts',
        from: 'super(own(reason),',
        to: 'super(reason,',
      },
    ],
    says: ['secrets.test.ts'],
  },
  {
    operator: 'C14',
    title: 'the client waits for what cannot come',
    gate: 'packages/conformance/test/client-waiting.test.ts',
    test: 'from ERROR to RUNNING',
    changes: [
      {
        file: 'packages/client/src/waiting/sandbox.ts',
        from: 'if (way.exists) return way;',
        to: "if (way.exists || status === 'ERROR') return way;",
      },
    ],
    says: ['does not lead from ERROR to RUNNING'],
  },
  {
    operator: 'C1',
    title: 'the client is made with another HTTP method',
    gate: 'packages/conformance/test/client-operations.test.ts',
    changes: [
      {
        file: 'packages/client/scripts/operations.ts',
        from: 'method: method.toUpperCase(),',
        to: "method: method === 'get' ? 'GET' : 'PUT',",
      },
    ],
    says: ['pauseSandbox'],
  },
];
