import { readFileSync } from 'node:fs';
import { peer } from '../peers.ts';

/** A client to measure. Its programs are in `programs/`, in the folder that has its id. */
export interface Subject {
  readonly id: string;
  /** Its name in the results. */
  readonly name: string;
  readonly version: string;
  /** What the results tell about how it is used. */
  readonly use: string;
  /** What Node is to run, from the folder of the peers, to generate its code; undefined for none. */
  readonly generator?: readonly string[];
}

const contract = '../../../openapi/dist/openapi.json';
const { version } = JSON.parse(
  readFileSync(new URL('../../../packages/client/package.json', import.meta.url), 'utf8'),
) as { version: string };

/** Ours, which the bounds are about, and which can be measured without generating anything. */
export const ours: readonly Subject[] = [
  {
    id: 'ours-functions',
    name: 'ours, functions',
    version: `@agent-conversation/client ${version}`,
    use: 'the functions of `@agent-conversation/client/operations`; the program looks at the status',
  },
  {
    id: 'ours-client',
    name: 'ours, client',
    version: `@agent-conversation/client ${version}`,
    use: '`createClient`, whose methods throw',
  },
];

/** The subjects, in the order of the results. The first is what all others are measured by. */
export const subjects: readonly Subject[] = [
  {
    id: 'fetch',
    name: '`fetch`',
    version: `Node ${process.version}`,
    use: 'by hand, without types; the program looks at the status',
  },
  {
    id: 'orval',
    name: 'orval',
    version: peer('orval'),
    use: 'generated functions (`client: fetch`); the program looks at the status',
    generator: ['node_modules/orval/dist/bin/orval.mjs', '--config', 'generators/orval.config.js'],
  },
  {
    id: 'kubb',
    name: 'kubb',
    version: peer('@kubb/plugin-client'),
    use: 'generated functions (`client: fetch`, `dataReturnType: full`); the program looks at the status',
    generator: [
      'node_modules/@kubb/cli/bin/kubb.cjs',
      'generate',
      '--config',
      'generators/kubb.config.js',
    ],
  },
  {
    id: 'openapi-fetch',
    name: 'openapi-fetch',
    version: `${peer('openapi-fetch')}, ${peer('openapi-typescript')}`,
    use: 'generated types (`--default-non-nullable false`); the program looks whether there are data',
    generator: [
      'node_modules/openapi-typescript/bin/cli.js',
      contract,
      '--output',
      'generated/openapi-fetch/api/schema.ts',
      '--default-non-nullable',
      'false',
    ],
  },
  {
    id: 'hey-api',
    name: 'hey-api',
    version: peer('@hey-api/openapi-ts'),
    use: 'generated functions, with its fetch client; the program looks whether there are data',
    generator: [
      'node_modules/@hey-api/openapi-ts/bin/run.js',
      '--input',
      contract,
      '--output',
      'generated/hey-api/api',
      '--client',
      '@hey-api/client-fetch',
      '--no-log-file',
    ],
  },
  {
    id: 'ky',
    name: 'ky',
    version: peer('ky'),
    use: 'calls by hand, with the types of `@agent-conversation/types`; it throws, and has retries and a deadline by default',
  },
  ...ours,
];
