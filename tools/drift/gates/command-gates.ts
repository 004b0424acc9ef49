/** A gate that is a command: it fails with another exit code than 0. */
export interface CommandGate {
  /** What is held against what. */
  readonly holds: string;
  /** The command, as the pipeline runs it. */
  readonly run: readonly [string, ...string[]];
  /** Where it runs, from the root of the repository. */
  readonly folder: string;
  /** The part of the pipeline that runs it: a task of turbo, or text of a script of the root. */
  readonly runBy: string;
  /** The workspaces that must be built before it; those that they need are built, too. */
  readonly needs: readonly string[];
}

/** The gates that are no files of tests. */
export const commandGates = {
  seal: {
    holds: 'generated files against what the build wrote',
    run: ['node', 'tools/seal/main.ts', 'check'],
    folder: '.',
    runBy: 'node tools/seal/main.ts check',
    needs: ['packages/types', 'packages/validators', 'packages/client', 'packages/docs'],
  },
  redocly: {
    holds: 'the sources of the contract and its workflows against the specifications',
    run: ['npm', 'run', 'lint:source'],
    folder: 'openapi',
    runBy: 'lint:source',
    needs: [],
  },
  spectral: {
    holds: 'the bundle against the rules of this contract',
    run: ['npm', 'run', 'lint:bundle'],
    folder: 'openapi',
    runBy: 'lint:bundle',
    needs: ['openapi'],
  },
  review: {
    holds: 'the contract against its last release: approvals, changesets and versions',
    run: ['npm', 'run', 'review'],
    folder: 'tools/diff',
    runBy: 'review',
    needs: ['openapi'],
  },
  oxlint: {
    holds: 'the code against the rules of the repository',
    run: ['npm', 'run', 'code'],
    folder: '.',
    runBy: 'code',
    needs: ['packages/client', 'packages/mock', 'packages/conformance'],
  },
  tsc: {
    holds: 'the code against the types that are made from the contract',
    run: ['npm', 'run', 'types'],
    folder: '.',
    runBy: 'types',
    needs: ['packages/client', 'packages/mock', 'packages/conformance'],
  },
  prettier: {
    holds: 'all files against the one way in which they are formatted',
    run: ['node_modules/.bin/prettier', '--check', '.'],
    folder: '.',
    runBy: 'prettier --check .',
    needs: [],
  },
  knip: {
    holds: 'files, exports and dependencies against what uses them',
    run: ['node_modules/.bin/knip', '--treat-config-hints-as-errors'],
    folder: '.',
    runBy: 'knip --treat-config-hints-as-errors',
    needs: [],
  },
  'pack client': pack('packages/client'),
  'pack conformance': pack('packages/conformance'),
  'build validators': build(
    'packages/validators',
    'the contract against what a validator can be made of',
    ['openapi', 'packages/types'],
  ),
  'build mock': build('packages/mock', 'the mock against the types of the contract', [
    'packages/types',
    'packages/validators',
  ]),
  'build docs': build('packages/docs', 'the docs and their changelog against the contract', [
    'openapi',
    'packages/validators',
  ]),
} as const satisfies Readonly<Record<string, CommandGate>>;

/** A package as it would be published, against what the tools of its users demand. */
function pack<Folder extends string>(folder: Folder) {
  const holds = 'the packed package against what the tools of its users demand';
  return { holds, run: ['npm', 'run', 'pack'], folder, runBy: 'pack', needs: [folder] } as const;
}

/** The build of a workspace, which refuses what it cannot make something of. */
function build<Folder extends string, Needs extends readonly string[]>(
  folder: Folder,
  holds: string,
  needs: Needs,
) {
  return { holds, run: ['npm', 'run', 'build'], folder, runBy: 'build', needs } as const;
}
