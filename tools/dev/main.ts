import { fileURLToPath } from 'node:url';
import { defineCommand, runCommand } from '@agent-conversation/cli';
import { turbo } from '@agent-conversation/cli/process';
import { watch } from 'chokidar';
import { createBuilder } from './builder.ts';
import { createDocsSite } from './docs-site.ts';
import { createFollower, type Occasion } from './follow.ts';
import { listen, type Server } from './listen.ts';
import { createMockSite } from './mock-site.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const port = { type: 'integer', value: 'NUMBER', min: 0, max: 65535 } as const;

const start = defineCommand({
  name: 'npm start',
  summary: `Serves the docs and the mock on 127.0.0.1, and follows edits of openapi/ and of the guides and the source of
the docs. Open pages load again by themselves, and show what does not pass. \`npm run docs\` serves the docs alone.`,
  options: {
    'docs-port': { ...port, default: 4000, help: 'the port of the docs' },
    'mock-port': { ...port, default: 4010, help: 'the port of the mock' },
    'docs-only': { type: 'flag', help: 'serve the docs alone' },
  },
  exitCodes: { 0: 'stopped', 2: 'wrong options, or a port is taken' },
  async run(options, { out }) {
    const print = (text: string) => out(`${text}\n`);
    const docs = createDocsSite();
    const mock = options['docs-only'] ? undefined : createMockSite(root, print);

    // The ports come first: a taken one is reported before anybody waits for a build.
    const servers: Server[] = [
      await listen('docs', '--docs-port', options['docs-port'], docs.fetch),
    ];
    try {
      if (mock) servers.push(await listen('mock', '--mock-port', options['mock-port'], mock.fetch));
    } catch (error) {
      await servers[0]?.close();
      throw error;
    }

    const builder = createBuilder(() => `${servers[0]?.url}/`);
    const follower = createFollower({ builder, docs, mock, runTurbo, print });
    const watched = ['openapi', 'packages/docs/guides', 'packages/docs/src'];
    const watcher = watch(
      watched.map((source) => root + source),
      {
        ignored: (path) => /\/(dist|node_modules|\.turbo)(\/|$)|\/\.seal\.json$/.test(path),
        ignoreInitial: true,
        awaitWriteFinish: { stabilityThreshold: 40, pollInterval: 10 },
      },
    ).on('all', (_, path) => {
      print(`\n${path.slice(root.length)} has changed.`);
      void follower.follow(path.includes('/docs/src/') ? 'code' : 'contract');
    });

    print('Building. The first time takes a little while.');
    const isEnded = ended();
    const first = follower.follow().then(() => print(addresses(servers)));
    await Promise.race([isEnded, first.then(() => isEnded)]);
    await Promise.all([follower.stop(), watcher.close(), ...servers.map((it) => it.close())]);
    return 0;
  },
});

function runTurbo(tasks: readonly string[], occasion: Occasion) {
  const cache = occasion === 'start' ? [] : ['--cache=local:r,remote:r'];
  return turbo([...tasks, ...cache], { cwd: root, isBackground: occasion === 'background' });
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

function addresses([docs, mock]: readonly Server[]): string {
  const lines = ['', `  Docs  ${docs?.url}/`];
  if (mock) {
    lines.push(
      `  Mock  ${mock.url}`,
      '',
      'To try it, start a sandbox and look for it:',
      '',
      `  curl -H 'X-Session-API-Key: any' -X POST ${mock.url}/api/v1/sandboxes`,
      `  curl -H 'X-Session-API-Key: any' ${mock.url}/api/v1/sandboxes/search`,
    );
  }
  lines.push('', 'Edits of openapi/ and packages/docs/ show at once. Stop with Ctrl-C.', '');
  return lines.join('\n');
}

process.exitCode = await runCommand(start, process.argv.slice(2));
