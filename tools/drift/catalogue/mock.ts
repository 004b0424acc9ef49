import type { FileMutant } from './mutant.ts';

/** Faults in the mock and its validators. */
export const mockMutants: readonly FileMutant[] = [
  {
    operator: 'E43',
    title: 'the mock takes requests without a key',
    gate: 'packages/mock/src/line/request-line.test.ts',
    changes: [
      {
        file: 'packages/mock/src/line/request-line.ts',
        from: 'const key = call.header(keyHeader);',
        to: "const key = call.header(keyHeader) ?? 'anybody';",
      },
    ],
    says: ['without a key gives the declared 401'],
  },
  {
    operator: 'E7',
    title: 'the mock answers what the contract does not declare',
    gate: 'packages/mock/src/behaviour/sandboxes.test.ts',
    changes: [
      {
        file: 'packages/mock/src/behaviour/sandboxes.ts',
        from: 'sandbox_spec_id: record.specId,',
        to: 'sandbox_spec_id: 5 as never,',
      },
    ],
    says: ['breaks the contract', '/sandbox_spec_id: must be a string'],
  },
  {
    operator: 'E29',
    title: 'the mock answers an operation with its example alone',
    gate: 'packages/conformance/test/mock-behaviours.test.ts',
    test: 'the mock has a behaviour for every operation',
    changes: [
      {
        file: 'packages/mock/src/behaviour/operations.ts',
        from: '  getSettings: ({ settings }) => ok(settings),\n',
        to: '',
      },
    ],
    says: ['getSettings'],
  },
  {
    operator: 'E31',
    title: 'the mock does not follow the lifecycle table',
    gate: 'packages/mock/src/behaviour/lifecycle.test.ts',
    changes: [
      {
        file: 'packages/mock/src/state/lifecycle.ts',
        from: "if ('to' in outcome) moveTo(thing, outcome.to, now);",
        to: "if ('to' in outcome) moveTo(thing, thing.status, now);",
      },
    ],
    says: ['SandboxStatus'],
  },
  {
    operator: 'E16',
    title: 'the mock gives out a secret of the settings',
    gate: 'packages/mock/src/behaviour/settings.test.ts',
    changes: [
      {
        file: 'packages/mock/src/behaviour/settings.ts',
        from: "if (!known['x-secret'])",
        to: "if (known['x-secret'] !== false)",
      },
    ],
    says: ['no secret is given out'],
  },
  {
    operator: 'E35',
    title: 'the mock gives one key what another key made',
    gate: 'packages/conformance/test/mock-isolation.test.ts',
    changes: [
      {
        file: 'packages/mock/src/state/accounts.ts',
        from: 'const hash = digest(key);\n    const account',
        to: "const hash = digest('all');\n    const account",
      },
    ],
    says: ['no answer shows what another key made'],
  },
  {
    operator: 'E37',
    title: 'the mock does not heed its seed',
    gate: 'packages/mock/src/seed.test.ts',
    changes: [
      {
        file: 'packages/mock/src/state/account.ts',
        from: 'saved?.ids ?? stateOf(seed)',
        to: 'saved?.ids ?? stateOf(`${seed} ${Math.random()}`)',
      },
    ],
    says: ['give the same bytes'],
  },
  {
    operator: 'E44',
    title: 'a refusal of the mock names another place',
    gate: 'packages/conformance/test/mock-properties.test.ts',
    changes: [
      {
        file: 'packages/mock/src/line/refusal.ts',
        from: 'loc: [part, ...locate(',
        to: "loc: ['path', ...locate(",
      },
    ],
    says: ['is not named'],
  },
  {
    operator: 'E43',
    title: 'a validator is made of what it does not understand',
    gate: 'packages/validators/scripts/refusals.test.ts',
    changes: [
      {
        file: 'packages/validators/scripts/schema.ts',
        from: 'throw new Refusal(pointer, `the keyword "${name}" is not supported`);',
        to: 'return {};',
      },
    ],
    says: ['an unknown keyword is refused'],
  },
  {
    operator: 'E43',
    title: 'a validator takes members that are not listed, though it is closed',
    gate: 'packages/validators/src/answers.test.ts',
    changes: [
      {
        file: 'packages/validators/scripts/keywords.ts',
        from: 'gen.if(_`this.closed`',
        to: 'gen.if(_`this.open`',
      },
    ],
    says: ['refused at every depth when closed'],
  },
];
