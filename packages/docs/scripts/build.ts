import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { BuildError } from '../src/sources/read-source.ts';
import { buildDocs } from '../src/build-docs.ts';
import { docsDirectory } from '../src/index.ts';

const help = `Usage: node scripts/build.ts [options]

Builds the site of the documentation.

  --contract FILE   the bundled contract; openapi.yaml stands beside it (default: that of this repository)
  --output DIR      the folder for the site, which is replaced (default: dist)
  --address URL     where the site will stand, for sitemap.xml (default: http://127.0.0.1:4000/)
  --help            print this text`;

const contractPackage = '@agent-conversation/openapi';

try {
  const { values } = parseArgs({
    options: {
      contract: { type: 'string' },
      output: { type: 'string' },
      address: { type: 'string', default: 'http://127.0.0.1:4000/' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) console.log(help);
  else {
    const { contract, output, address } = values;
    await buildDocs({
      contract:
        contract === undefined
          ? new URL(import.meta.resolve(`${contractPackage}/openapi.json`))
          : pathToFileURL(contract),
      sources: new URL('.', import.meta.resolve(`${contractPackage}/package.json`)),
      directory: output === undefined ? docsDirectory : pathToFileURL(`${output}/`),
      address,
    });
  }
} catch (error) {
  const isMisuse = error instanceof TypeError && 'code' in error;
  if (!isMisuse && !(error instanceof BuildError)) throw error;
  console.error(error.message + (isMisuse ? '\nSee node scripts/build.ts --help.' : ''));
  process.exitCode = isMisuse ? 2 : 1;
}
