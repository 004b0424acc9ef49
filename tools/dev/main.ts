import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';
import { watch } from 'chokidar';
import { createDocsSite } from './docs-site.ts';
import { listen, type Server } from './listen.ts';
import { createMockSite } from './mock-site.ts';
import { help, type Options, readOptions } from './options.ts';
import { createRebuilder } from './rebuilder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

try {
  const options = readOptions(process.argv.slice(2));
  if (options) await serve(options);
  else console.log(help);
} catch (error) {
  const misused = error instanceof TypeError;
  console.error((error as Error).message + (misused ? '\nSee npm start -- --help.' : ''));
  process.exitCode = misused ? 2 : 1;
}

async function serve({ docsPort, mockPort }: Options): Promise<void> {
  const docs = createDocsSite(`${root}packages/docs/dist`);
  const mock = mockPort === undefined ? undefined : createMockSite(root, console.log);

  // The ports come first: a taken one is told before anybody waits for a build.
  const servers: Server[] = [await listen('docs', '--docs-port', docsPort, docs.fetch)];
  if (mock && mockPort !== undefined) {
    try {
      servers.push(await listen('mock', '--mock-port', mockPort, mock.fetch));
    } catch (error) {
      await servers[0]?.close();
      throw error;
    }
  }

  const rebuilder = createRebuilder(async ({ ok, output }, duration) => {
    const news = await mock?.reload(ok);
    if (ok) {
      docs.reload();
      console.log(styleText('green', `Built in ${(duration / 1000).toFixed(1)} s.`));
      if (news) console.log(news);
    } else {
      docs.fail(output);
      console.error(output);
      console.error(styleText('red', 'This does not pass. Mend it: the build starts by itself.'));
    }
  });

  const sources = ['openapi', 'packages/docs/guides', 'packages/docs/src'];
  const watched = sources.map((source) => root + source);
  const watcher = watch(watched, {
    ignored: (path) => /\/(dist|generated|node_modules|\.turbo)(\/|$)/.test(path),
    ignoreInitial: true,
    awaitWriteFinish: { stabilityThreshold: 60, pollInterval: 20 },
  }).on('all', (_, path) => {
    console.log(`${path.slice(root.length)} has changed.`);
    void rebuilder.rebuild();
  });

  // npm does not pass every signal on: when it has gone, so must this.
  const parent = process.ppid;
  const orphaned = setInterval(() => {
    if (process.ppid !== parent) void stop();
  }, 500);

  let stopping = false;
  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    clearInterval(orphaned);
    rebuilder.stop();
    await Promise.all([watcher.close(), ...servers.map((server) => server.close())]);
  }
  process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop);

  console.log('Building. The first time takes a little while.');
  await rebuilder.rebuild();
  if (!stopping) console.log(addresses(servers));
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
