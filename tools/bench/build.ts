/** How builds grow with the contract: time of each package, and cost of nine calls for the compiler. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '@agent-conversation/shared/process';
import {
  copyWorktree,
  removeWorktree,
} from '@agent-conversation/shared/worktree';
import { type Contract, enlarge } from '@agent-conversation/testing/enlarge';
import { stringify } from 'yaml';
import { countInstantiations } from './instantiations.ts';
import { runNode } from './run-node.ts';
import { type Plan, type Result, Table } from './results.ts';

/** Numbers of operations. */
const sizes = [9, 200, 1000] as const;

/** Returns the column of a size in the tables. */
const columnOf = (size: (typeof sizes)[number]): string => `${size} operations`;

/** In the order in which they are built. */
const packages = [
  'openapi',
  'types',
  'validators',
  'client',
  'mock',
  'conformance',
  'docs',
];

const instantiations = 'type instantiations';

/** Makes a larger contract from ours. */
function contractOf(size: number): Contract {
  const bundle = readFileSync(
    join(repository, 'openapi/dist/openapi.json'),
    'utf8',
  );
  return enlarge(JSON.parse(bundle) as Contract, size);
}

/** Builds larger contracts in a copy of the repository. */
export async function benchBuild({ rounds }: Plan): Promise<Result> {
  const build = new Table('Package');
  const calls = new Table('Cost');
  const copy = copyWorktree(repository);
  try {
    const program = join(copy, 'tools/bench/nine-calls.ts');
    for (const size of sizes) {
      const column = columnOf(size);
      writeFileSync(
        join(copy, 'openapi/openapi.yaml'),
        stringify(contractOf(size)),
      );
      for (let round = 1; round <= rounds; round++) {
        for (const name of packages) {
          const folder = join(
            copy,
            name === 'openapi' ? name : `packages/${name}`,
          );
          const begin = performance.now();
          await runNode(['--run', 'build'], folder);
          build.add(name, column, (performance.now() - begin) / 1000);
        }
      }
      calls.add(instantiations, column, countInstantiations(program));
    }
  } finally {
    removeWorktree(copy);
  }
  for (const column of sizes.map(columnOf)) {
    const sum = packages.reduce(
      (seconds, name) => seconds + build.median(name, column),
      0,
    );
    build.add('all', column, sum);
  }
  const buildOf = (size: (typeof sizes)[number]) =>
    build.median('all', columnOf(size)) / size;
  const [small, large] = [columnOf(9), columnOf(1000)];
  return {
    title: 'The build of larger contracts',
    method:
      'Time of the build of each package, one after the other, and cost of a program that makes nine ' +
      `calls; medians of ${rounds} rounds. ` +
      'Larger contracts are made from ours by adding copies of its paths under other names.',
    goals: [
      {
        name: 'Build time of an operation, 1,000 operations, ratio to 200',
        figure: buildOf(1000) / buildOf(200),
        most: 1,
      },
      {
        name: 'Type instantiations of nine calls, 1,000 operations, more than 9',
        figure:
          calls.median(instantiations, large) -
          calls.median(instantiations, small),
        most: 0,
      },
    ],
    tables: { 'Build, s': build, 'A program of nine calls': calls },
  };
}
