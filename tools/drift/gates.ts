/** The gates: what a maintainer runs, each a shell command that fails with another exit code than 0. */

/** Builds workspaces with the fault; what else a gate needs is built without it. */
const build = 'turbo run build --output-logs=errors-only';

export const gates = {
  /** The sources of the contract against the rules, and against what the interface document states. */
  lint: 'node tools/lint/main.ts --only contract',
  /** The contract against what running editions responded. */
  expected: `${build} --filter=./openapi && npm test -w openapi -- expected`,
  /** The contract against its last release. */
  diff: `${build} --filter=./openapi && node tools/diff/main.ts`,
  /** The validators against the contract they are generated from. */
  validators: [
    `${build} --filter=./packages/types`,
    'npm run -s build -w packages/validators',
    'npm test -w packages/validators',
  ].join(' && '),
  /** The TypeScript against the rules of oxlint. */
  code: 'oxlint --type-aware --deny-warnings packages/cli',
  /** The TypeScript against its types. */
  tsc: `${build} --filter=./packages/client --filter=./packages/mock --filter=./packages/conformance && tsc`,
  /** The code against its tests. */
  tests: 'npm test -w packages/cli',
  /** All files against one format. */
  prettier: 'prettier --check packages/cli',
  /** The imports of packages against the direction of the data. */
  direction: 'oxlint --deny-warnings packages/contract/src',
  /** The imports of packages against what they export and depend on. */
  boundaries: 'turbo boundaries',
  /** Files, exports and dependencies against their uses. */
  knip: 'knip --treat-config-hints-as-errors',
};

export type GateName = keyof typeof gates;
