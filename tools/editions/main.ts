/** The command `npm run editions`. */
import {
  Argument,
  defineCommand,
  integer,
  Option,
  runCommand,
  UsageError,
} from '@agent-conversation/cli';
import { startEdition } from './commands/start.ts';
import { installEdition, recordEdition, runSteps } from './commands/run.ts';
import { describePython, listEditions } from './commands/list.ts';
import { latest, readEditionName } from './editions.ts';
import { cacheFolder, cacheVariable } from './install/cache.ts';
import type { EditionOptions } from './commands/options.ts';

const notes = `Commands
  list             the editions that are known, and what is installed
  python           the Python that editions are installed with
  install EDITION  installs an edition, without starting it
  start EDITION    installs and starts an edition, and prints its base URL, its key and a first request; runs until
                   Ctrl-C
  record EDITION   asks it the questions of the scenario, and writes the responses to openapi/evidence/
  compare EDITION  asks the same, and shows what differs from openapi/evidence/
  check EDITION    runs the conformance checker against it
  run EDITION      compares and checks it, checks it with a planted fault, and runs the client, the guides, the
                   samples and the workflows against it

EDITION is a version of the package openhands-ai, or ${latest}. It is installed with Python 3.12 or 3.13 into a cache
(${cacheVariable}, or the folder for caches of the user), listens on 127.0.0.1 only, and ends with this command,
together with everything that it has started. More: tools/editions/README.md`;

const actions = [
  'list',
  'python',
  'install',
  'start',
  'record',
  'compare',
  'check',
  'run',
] as const;

/** The commands with a result. */
const reporting: readonly string[] = ['compare', 'check', 'run'];

/** The port that `start` listens on. */
const defaultPort = 3000;

export const editions = defineCommand({
  name: 'npm run editions',
  summary:
    'Runs editions of the real service on this machine, and compares them with what is recorded of them.',
  options: (program) =>
    program
      .addArgument(new Argument('<COMMAND>').choices(actions))
      .argument('[EDITION]')
      .addOption(
        new Option(
          '--port <NUMBER>',
          `with start: the port (default: ${defaultPort})`,
        ).argParser(integer(0, 65_535)),
      )
      .option(
        '--python <PROGRAM>',
        'the Python to install with (default: the first that is found)',
      )
      .option('--cache <FOLDER>', 'the folder of installed editions')
      .option(
        '--report <FILE>',
        'with compare, check and run: also write the result as Markdown',
      ),
  notes,
  exitCodes: {
    0: 'done, without differences',
    1: 'differences from the evidence, or something that fails against the edition',
    2: 'could not run, or was ended before it was done',
  },
  async run({ port, python, cache, report }, { out, err }, [action, edition]) {
    demand(port === undefined || action === 'start', '--port is for start');
    const isReporting = action !== undefined && reporting.includes(action);
    demand(
      report === undefined || isReporting,
      '--report is for compare, check and run',
    );
    const folder = cacheFolder(cache, process.env);
    if (action === 'list') {
      demand(edition === undefined, 'list takes no edition');
      out(listEditions(folder));
      return 0;
    }
    if (action === 'python') {
      demand(edition === undefined, 'python takes no edition');
      out(await describePython(python));
      return 0;
    }
    demand(edition !== undefined, `${action} needs an edition, such as 1.5.0`);
    const options: EditionOptions = {
      edition: readEditionName(edition),
      cache: folder,
      python,
      out,
      err,
    };
    if (action === 'install') return installEdition(options);
    if (action === 'start') return startEdition(options, port ?? defaultPort);
    if (action === 'record') return recordEdition(options);
    return runSteps(action, options, report);
  },
});

function demand(isMet: boolean, message: string): asserts isMet {
  if (!isMet) throw new UsageError(message);
}

if (import.meta.main)
  process.exitCode = await runCommand(editions, process.argv.slice(2));
