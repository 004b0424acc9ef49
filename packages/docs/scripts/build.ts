import { pathToFileURL } from 'node:url';
import { defineCommand, runCommand } from '@agent-conversation/cli';
import { buildDocs } from '../src/build-docs.ts';
import { docsDirectory } from '../src/index.ts';

const contractPackage = '@agent-conversation/openapi';

const build = defineCommand({
  name: 'node scripts/build.ts',
  summary: 'Builds the site of the documentation.',
  options: (program) =>
    program
      .option(
        '--contract <FILE>',
        'a bundled contract, with openapi.yaml beside it, instead of openapi/',
      )
      .option(
        '--output <FOLDER>',
        'the folder of the site, which is replaced, instead of dist',
      )
      .option(
        '--address <URL>',
        'the URL of the site, for sitemap.xml and 404.html',
        'http://127.0.0.1:4000/',
      )
      .option(
        '--connect <ORIGIN...>',
        'servers that the console may call in addition to this machine, such as https://api.example; it begins ' +
          'with the first',
      ),
  exitCodes: {
    0: 'built',
    2: 'the site cannot be built; the last one is kept',
  },
  async run({ contract, output, address, connect = [] }) {
    await buildDocs(
      contract === undefined
        ? new URL(import.meta.resolve(`${contractPackage}/openapi.json`))
        : pathToFileURL(contract),
      output === undefined ? docsDirectory : pathToFileURL(`${output}/`),
      {
        sources: new URL(
          '.',
          import.meta.resolve(`${contractPackage}/package.json`),
        ),
        address,
        connect,
      },
    );
    return 0;
  },
});

process.exitCode = await runCommand(build, process.argv.slice(2));
