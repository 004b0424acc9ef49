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
import { type Result, Table } from './results.ts';

/** Numbers of operations. */
const sizes = [9, 200, 1000];

/** In the order in which they are built. */
const folders = [
  'openapi',
  'packages/types',
  'packages/validators',
  'packages/client',
  'packages/mock',
  'packages/conformance',
  'packages/docs',
];

const buildTime = 'Build, s';
const instantiations = 'Type instantiations of nine calls';

/** Builds larger contracts in a copy of the repository. */
export async function benchBuild(rounds: number): Promise<Result> {
  const figures = new Table('Operations');
  const copy = copyWorktree(repository);
  try {
    const bundle = join(repository, 'openapi/dist/openapi.json');
    const contract = JSON.parse(readFileSync(bundle, 'utf8')) as Contract;
    const program = join(copy, 'tools/bench/nine-calls.ts');
    for (const size of sizes) {
      writeFileSync(
        join(copy, 'openapi/openapi.yaml'),
        stringify(enlarge(contract, size)),
      );
      for (let round = 1; round <= rounds; round++) {
        const begin = performance.now();
        for (const folder of folders)
          await runNode(['--run', 'build'], join(copy, folder));
        const seconds = (performance.now() - begin) / 1000;
        figures.add(String(size), buildTime, seconds);
      }
      const count = countInstantiations(program);
      figures.add(String(size), instantiations, count);
    }
  } finally {
    removeWorktree(copy);
  }
  const growth = figures.ratio(buildTime, '1000', '200');
  const more =
    figures.median('1000', instantiations) -
    figures.median('9', instantiations);
  return {
    title: 'The build of larger contracts',
    goals: [
      {
        name: 'Build time of an operation, 1,000 operations, ratio to 200',
        figure: growth / (1000 / 200),
        most: 1,
      },
      {
        name: 'Type instantiations of nine calls, 1,000 operations, more than 9',
        figure: more,
        most: 0,
      },
    ],
    figures,
  };
}
