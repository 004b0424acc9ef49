/** The packed packages with the compilers and test runners that other projects have. */
import { expect, test } from 'vitest';
import {
  compilations,
  compile,
  expectPassing,
  vitest,
  writeConsumer,
} from './code/consumer.ts';
import { peer } from './install.ts';

const project = writeConsumer();

test.each(compilations)(
  'every entry compiles with TypeScript $compiler and $resolution',
  async ({ compiler, resolution }) => {
    expect(await compile('types/everything.ts', compiler, resolution)).toBe('');
  },
);

const babel = {
  transform: {
    '\\.js$': [
      'babel-jest',
      { presets: [['@babel/preset-env', { targets: { node: 'current' } }]] },
    ],
  },
  transformIgnorePatterns: ['/node_modules/(?!(@agent-conversation|@noble)/)'],
};

function jest(
  config: object,
  environment: string,
  ...files: string[]
): string[] {
  const text = JSON.stringify({ rootDir: project, ...config });
  return [
    peer('jest/bin/jest.js'),
    '--env',
    environment,
    '--config',
    text,
    ...files,
  ];
}

const modules = { NODE_OPTIONS: '--experimental-vm-modules' };
const suite = 'suite/fetch.test.js';
const msw = 'suite/msw.test.js';

interface Runner {
  readonly name: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

const runners: readonly Runner[] = [
  { name: 'Vitest, node', args: vitest('node', suite, msw) },
  { name: 'Vitest, jsdom', args: vitest('jsdom', suite, msw) },
  { name: 'Vitest, happy-dom', args: vitest('happy-dom', suite, msw) },
  {
    name: 'Jest, modules, node',
    args: jest({ transform: {} }, 'node', suite, msw),
    env: modules,
  },
  {
    name: 'Jest, modules, jsdom',
    args: jest({ transform: {} }, 'jest-fixed-jsdom', suite),
    env: modules,
  },
  { name: 'Jest, Babel, node', args: jest(babel, 'node', suite) },
  { name: 'Jest, Babel, jsdom', args: jest(babel, 'jest-fixed-jsdom', suite) },
];

test.each(runners)('the mock works in $name', async ({ args, env }) => {
  await expectPassing(args, env);
});
