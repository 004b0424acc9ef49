import type { FileMutant } from './mutant.ts';

const pipeline = 'tools/drift/gates/pipeline.test.ts';
const exceptions = 'tools/drift/gates/exceptions.test.ts';
const testCounts = 'tools/drift/gates/test-counts.test.ts';

/** Faults in the gates themselves: what runs them, what they let pass, and what they are tried on. */
export const gateMutants: readonly FileMutant[] = [
  {
    operator: 'G1',
    title: 'the compiler is not run',
    gate: pipeline,
    changes: [
      {
        file: 'package.json',
        from: ' code types test browser --continue',
        to: ' code test browser --continue',
      },
    ],
    says: ['tsc: nothing runs types'],
  },
  {
    operator: 'G1',
    title: 'the check goes without the tests',
    gate: pipeline,
    changes: [{ file: 'package.json', from: '"check": "npm test && ', to: '"check": "' }],
    says: ['package', 'check is strict: npm test &&'],
  },
  {
    operator: 'G1',
    title: 'a file of tests is run by no script',
    gate: pipeline,
    changes: [
      {
        file: 'packages/conformance/package.json',
        from: '--no-isolate --exclude test/browser',
        to: '--no-isolate --exclude test/browser --exclude test/statements.test.ts',
      },
    ],
    says: ['packages/conformance/test/statements.test.ts: no script that turbo runs takes it'],
  },
  {
    operator: 'G1',
    title: 'CI does not run the tests',
    gate: pipeline,
    changes: [{ file: '.ci/run', from: '\nnpm test\n', to: '\n' }],
    says: ['CI ends at the first command that fails, and runs all the tests', 'npm test'],
  },
  {
    operator: 'G2',
    title: 'warnings of the rules of the contract let it pass',
    gate: pipeline,
    changes: [{ file: 'openapi/package.json', from: ' --fail-severity=warn', to: '' }],
    says: ['in openapi, lint:bundle is strict: --fail-severity=warn'],
  },
  {
    operator: 'G2',
    title: 'warnings of the linter let the code pass',
    gate: pipeline,
    changes: [{ file: 'package.json', from: ' --deny-warnings', to: '' }],
    says: ['in ., code is strict: oxlint --type-aware --deny-warnings'],
  },
  {
    operator: 'G2',
    title: 'the compiler fails, and its script does not',
    gate: pipeline,
    changes: [{ file: 'package.json', from: '"types": "tsc"', to: '"types": "tsc || true"' }],
    says: ['no script of . ends well in spite of an error', 'tsc || true'],
  },
  {
    operator: 'G2',
    title: 'CI goes on after an error',
    gate: pipeline,
    changes: [{ file: '.ci/run', from: 'set -euo pipefail', to: 'set -uo pipefail' }],
    says: ['CI ends at the first command that fails', '"set -euo pipefail"'],
  },
  {
    operator: 'G3',
    title: 'the bundle is another one each time',
    gate: 'packages/conformance/test/bundle.test.ts',
    changes: [
      {
        file: 'tools/lint/redocly/describe-provenance.ts',
        from: 'const phrase = phrases[',
        to: "const phrase = process.hrtime.bigint() + ' ' + phrases[",
      },
    ],
    says: ['the same bytes'],
  },
  {
    operator: 'G3',
    title: 'the bundle is not made anew when its rules change',
    gate: pipeline,
    changes: [
      {
        file: 'turbo.json',
        from: '"@agent-conversation/openapi#build": {\n      "inputs": [\n        "$TURBO_DEFAULT$",\n        "$TURBO_ROOT$/redocly.yaml",',
        to: '"@agent-conversation/openapi#build": {\n      "inputs": [\n        "$TURBO_DEFAULT$",',
      },
    ],
    says: ['@agent-conversation/openapi#build is done anew when ../redocly.yaml changes'],
  },
  {
    operator: 'G3',
    title: 'tests do not wait for what they test',
    gate: pipeline,
    changes: [
      {
        file: 'turbo.json',
        from: '"test": {\n      "dependsOn": ["build", "^build"]\n    }',
        to: '"test": {}',
      },
    ],
    says: [
      'packages/conformance/test/statements.test.ts: @agent-conversation/conformance#test does not depend on @agent-conversation/openapi#build',
    ],
  },
  {
    operator: 'G3',
    title: 'what was seen in a browser is remembered',
    gate: pipeline,
    changes: [
      {
        file: 'turbo.json',
        from: '"browser": {\n      "dependsOn": ["build", "^build"],\n      "cache": false\n',
        to: '"browser": {\n      "dependsOn": ["build", "^build"]\n',
      },
    ],
    says: [
      'what browser looks at cannot be told beforehand',
      '@agent-conversation/conformance#browser',
    ],
  },
  {
    operator: 'G3',
    title: 'the tests are not run anew when they change',
    gate: pipeline,
    changes: [
      {
        file: 'turbo.json',
        from: '"test": {\n      "dependsOn": ["build", "^build"]\n    }',
        to: '"test": {\n      "dependsOn": ["build", "^build"],\n      "inputs": ["src/**"]\n    }',
      },
    ],
    says: [
      'packages/conformance/test/statements.test.ts is no input of @agent-conversation/conformance#test',
    ],
  },
  {
    operator: 'G4',
    title: 'a rule of the linter is switched off',
    gate: exceptions,
    changes: [
      {
        file: '.oxlintrc.json',
        from: '"import/no-cycle": "error"',
        to: '"import/no-cycle": "off"',
      },
    ],
    says: ['rules of oxlint that are off: 6, not 5', 'tools/drift/gates/exceptions.yaml'],
  },
  {
    operator: 'G4',
    title: 'a test is skipped',
    gate: exceptions,
    changes: [
      {
        file: 'packages/client/test/jitter.test.ts',
        from: "\ntest('pauses are random",
        to: "\ntest.skip('pauses are random",
      },
    ],
    says: ['tests that are skipped, expected to fail, or run alone: 1, not 0'],
  },
  {
    operator: 'G4',
    title: 'a fault is listed as one that nobody can see',
    gate: exceptions,
    changes: [
      {
        file: 'tools/drift/catalogue/equivalent.yaml',
        from: '\n[]\n',
        to: '\n- title: a test is skipped\n  reason: nobody needs it\n  until: 2999-12-31\n',
      },
    ],
    says: ['mutants that no gate can see: 1, not 0'],
  },
  {
    operator: 'G5',
    title: 'a file of tests is removed',
    gate: testCounts,
    changes: [{ file: 'packages/client/test/jitter.test.ts', remove: true }],
    says: ['no test goes away unnoticed', '- packages/client/test/jitter.test.ts: '],
  },
  {
    operator: 'G4',
    title: 'the code has what the linter forbids',
    gate: 'oxlint',
    changes: [
      {
        file: 'packages/client/src/known.ts',
        from: 'export function known<T extends string>(',
        to: 'export function known<T extends any>(',
      },
    ],
    says: ['packages/client/src/known.ts', 'no-explicit-any'],
  },
  {
    operator: 'G6',
    title: 'a mistake that the compiler must find is none',
    gate: 'tsc',
    changes: [
      {
        file: 'packages/client/scripts/testing/mistakes.ts',
        from: "'RUNING'",
        to: "'RUNNING'",
      },
    ],
    says: ['packages/client/scripts/testing/mistakes.ts', "Unused '@ts-expect-error' directive"],
  },
  {
    operator: 'G6',
    title: 'an answer that the oracle must let pass is wrong',
    gate: 'packages/conformance/src/oracle/judge-exchange.test.ts',
    changes: [
      {
        file: 'packages/conformance/src/oracle/judge-exchange.test.ts',
        from: "  status: 'RUNNING',\n  session_api_key: null,",
        to: '  status: 5,\n  session_api_key: null,',
      },
    ],
    says: ['in order is > a success', 'answer body /status type'],
  },
  {
    operator: 'G6',
    title: 'a valid answer on which drift tries its faults is wrong',
    gate: 'tools/drift/live/oracle.test.ts',
    changes: [
      {
        file: 'openapi/components/examples/SandboxStarting.yaml',
        from: 'status: STARTING',
        to: 'status: 5',
      },
    ],
    says: ['the oracle finds a fault in startSandbox 200 SandboxStarting: body /status'],
  },
  {
    operator: 'G7',
    title: 'a file is formatted in its own way',
    gate: 'prettier',
    changes: [{ file: 'tools/drift/report/odd.ts', create: 'export  const odd = 1\n' }],
    says: ['tools/drift/report/odd.ts', 'Code style issues found'],
  },
  {
    operator: 'G7',
    title: 'nobody uses a file',
    gate: 'knip',
    changes: [{ file: 'tools/drift/report/odd.ts', create: 'export const odd = 1;\n' }],
    says: ['Unused files (1)', 'tools/drift/report/odd.ts'],
  },
  {
    operator: 'G7',
    title: 'a dependency is not declared',
    gate: 'knip',
    changes: [
      { file: 'packages/conformance/package.json', from: ',\n    "fast-check": "4.10.2"', to: '' },
    ],
    says: ['Unlisted dependencies', 'fast-check', 'packages/conformance'],
  },
  {
    operator: 'G7',
    title: 'the types of a package are not where it says',
    gate: 'pack conformance',
    changes: [
      {
        file: 'packages/conformance/package.json',
        from: '"types": "./dist/index.d.ts"',
        to: '"types": "./dist/none.d.ts"',
      },
    ],
    says: ['./dist/none.d.ts', 'does not exist'],
  },
  {
    operator: 'G7',
    title: 'a part of a package is not packed',
    gate: 'pack client',
    changes: [
      {
        file: 'packages/client/package.json',
        from: '"!dist/generated/*.proof.*"',
        to: '"!dist/query.*"',
      },
    ],
    says: ['dist/query'],
  },
];
