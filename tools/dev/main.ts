import type { Server } from 'node:net';
import { join, relative } from 'node:path';
import { defineCommand, integer, runCommand } from '@agent-conversation/cli';
import { repository, turbo } from '@agent-conversation/shared/process';
import { watch } from 'chokidar';
import { createFollower, type Occasion } from './follow.ts';
import { createSite, listen, urlOf } from './site-process.ts';

const port = integer(0, 65_535);

const start = defineCommand({
  name: 'npm start',
  summary:
    'Serves the docs and the mock on 127.0.0.1, and follows edits of openapi/ and of the guides and the source of ' +
    'the docs. Open pages load again by themselves, and show what does not pass.',
  options: (program) =>
    program
      .option('--docs-port <NUMBER>', 'the port of the docs', port, 4000)
      .option('--mock-port <NUMBER>', 'the port of the mock', port, 4010)
      .option('--docs-only', 'serve the docs alone, as npm run docs does'),
  exitCodes: { 0: 'stopped', 2: 'wrong options, or a port is taken' },
  async run({ docsPort, mockPort, docsOnly }, { out }) {
    const print = (text: string) => out(`${text}\n`);
    // The ports come first: a taken one is reported before anybody waits for a build.
    await using docs = await listen('docs', '--docs-port', docsPort);
    await using mock = docsOnly
      ? undefined
      : await listen('mock', '--mock-port', mockPort);
    const site = createSite({ docs, ...(mock && { mock }) });
    const follower = createFollower({
      site,
      isDocsOnly: !mock,
      runTurbo,
      print,
    });
    const watched = ['openapi', 'packages/docs/guides', 'packages/docs/src'];
    const watcher = watch(
      watched.map((source) => join(repository, source)),
      {
        ignored: (path) =>
          /\/(dist|generated|node_modules|\.turbo)(\/|$)/.test(path),
        ignoreInitial: true,
        awaitWriteFinish: { stabilityThreshold: 40, pollInterval: 10 },
      },
    ).on('all', (_, path) => {
      print(`\n${relative(repository, path)} has changed.`);
      void follower.follow(path.includes('/docs/src/') ? 'code' : 'contract');
    });

    print('Building. The first time takes a little while.');
    const isEnded = ended();
    const first = follower.follow().then(() => print(addresses(docs, mock)));
    await Promise.race([isEnded, first.then(() => isEnded)]);
    follower.stop();
    await watcher.close();
    return 0;
  },
});

function runTurbo(
  tasks: readonly string[],
  occasion: Occasion,
  signal: AbortSignal,
) {
  const cache = occasion === 'start' ? [] : ['--cache=local:r,remote:r'];
  const isBackground = occasion === 'background';
  return turbo([...tasks, ...cache], { cwd: repository, isBackground, signal });
}

/** Waits for Ctrl-C or the end of npm, which does not pass every signal on. */
function ended(): Promise<void> {
  return new Promise((resolve) => {
    const parent = process.ppid;
    const timer = setInterval(() => process.ppid !== parent && end(), 500);
    const end = () => {
      clearInterval(timer);
      resolve();
    };
    process.on('SIGINT', end).on('SIGTERM', end).on('SIGHUP', end);
  });
}

function addresses(docs: Server, mock: Server | undefined): string {
  const lines = ['', `  Docs  ${urlOf(docs)}/`];
  if (mock) {
    const url = urlOf(mock);
    lines.push(
      `  Mock  ${url}`,
      '',
      'To try it, start a sandbox and look for it:',
      '',
      `  curl -H 'X-Session-API-Key: any' -X POST ${url}/api/v1/sandboxes`,
      `  curl -H 'X-Session-API-Key: any' ${url}/api/v1/sandboxes/search`,
    );
  }
  lines.push(
    '',
    'Edits of openapi/ and packages/docs/ show at once. Stop with Ctrl-C.',
    '',
  );
  return lines.join('\n');
}

process.exitCode = await runCommand(start, process.argv.slice(2));
