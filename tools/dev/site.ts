/**
 * Makes and serves the docs and the mock, in a process of its own: code that has changed needs a new process. Its
 * connections come from `site-process.ts`.
 */
import type { Socket } from 'node:net';
import { styleText } from 'node:util';
import { repository } from '@agent-conversation/shared/process';
import type { JsonObject } from '@agent-conversation/contract';
import type { Mock, SavedState } from '@agent-conversation/mock';
import { bundleContract } from './bundle.ts';
import { contractChange, overwrite } from './change.ts';
import { createDocsServer, createWaitingServer } from './docs-server.ts';
import { createDocsSite } from './docs-site.ts';

/** What this process is asked. It responds to `save` and to `update`. */
export type Message =
  | { readonly kind: 'docs' | 'mock' }
  | { readonly kind: 'fail'; readonly text: string }
  | { readonly kind: 'save' }
  | {
      readonly kind: 'update';
      /** The URL of the docs. */
      readonly address: string;
      /** The URL of the mock, which programs on the pages call; undefined if there is none. */
      readonly mockUrl?: string | undefined;
      readonly saved?: SavedState | undefined;
    };

/** What was done with the sources as they are now. */
export interface Update {
  /** In the order in which it was done; `ms` is how long it took. */
  readonly done: readonly {
    readonly part: string;
    readonly ms: number;
    readonly text: string;
  }[];
  /** Why the sources do not pass. */
  readonly error?: string;
  /** Whether code cannot be loaded: this process does not load it again. */
  readonly isBroken?: boolean;
  /** What has changed in the structure of the contract: the mock must be built for it. */
  readonly structure?: string;
}

const hasMock = !process.argv.includes('--docs-only');
const docs = createDocsSite();
let code: Awaited<ReturnType<typeof load>> | undefined;
let mock: Mock | undefined;
let files: ReadonlyMap<string, string> = new Map();

const servers = {
  docs: createDocsServer(docs.fetch),
  mock: createWaitingServer(),
};

process.on('message', async (message: Message, socket?: Socket) => {
  if (message.kind === 'fail') docs.fail(message.text);
  else if (message.kind === 'save') process.send!({ saved: mock?.save() });
  else if (message.kind === 'update') {
    process.send!(await update(message));
  } else if (socket) {
    servers[message.kind].emit('connection', socket);
    socket.resume();
  }
});
// Another process has taken over, or `npm start` ends, which gets the signal as well.
process.on('disconnect', () => process.exit());
process.on('SIGINT', () => {});

async function update({
  address,
  mockUrl,
  saved,
}: Extract<Message, { kind: 'update' }>): Promise<Update> {
  const done: Update['done'][number][] = [];
  const begin = performance.now();
  try {
    code ??= await load();
    const bundle = await bundleContract();
    const bundled = performance.now();
    const change = code.mock && updateMock(code.mock, bundle.json, saved);
    const mockTime = performance.now() - bundled;
    const sources = new URL('../../openapi/', import.meta.url);
    const site = await code.makeSite({
      bundle,
      sources,
      address,
      baseUrl: mockUrl,
    });
    docs.show(site);
    const ms = performance.now() - begin - mockTime;
    done.push({ part: 'docs', ms, text: changedPages(files, site) });
    files = site;
    if (change?.isStructural) return { done, structure: change.what };
    if (change)
      done.push({
        part: 'mock',
        ms: mockTime,
        text: `${change.what} changed, state kept`,
      });
    return { done };
  } catch (error) {
    const text = (error as Error).message.replaceAll(`${repository}/`, '');
    docs.fail(text);
    return { done, error: text, isBroken: code === undefined };
  }
}

/** Loads the packages, which exist only after the first build. */
async function load() {
  const { makeSite } = await import('@agent-conversation/docs/build');
  if (!hasMock) return { makeSite, mock: undefined };
  const json: ImportCallOptions = { with: { type: 'json' } };
  const [{ createMock, formatExchange }, { createMockServer }, document] =
    await Promise.all([
      import('@agent-conversation/mock'),
      import('@agent-conversation/mock/server'),
      // The very object that the mock has.
      import('@agent-conversation/openapi/openapi.json', json) as Promise<{
        default: JsonObject;
      }>,
    ]);
  const create = (saved: SavedState | undefined) =>
    createMock({
      // What the documentation shows can be requested.
      examples: true,
      onExchange: (exchange) =>
        console.log(formatExchange(exchange, styleText)),
      ...(saved && { saved }),
    });
  servers.mock = createMockServer(() => mock);
  return { makeSite, mock: { create, contract: document.default } };
}

/**
 * Makes the mock respond as another contract says. If only texts and examples have changed, it keeps everything that
 * was made before; otherwise does nothing.
 */
function updateMock(
  {
    create,
    contract,
  }: { create: (saved?: SavedState) => Mock; contract: JsonObject },
  json: string,
  saved: SavedState | undefined,
) {
  mock ??= create(saved);
  const now = JSON.parse(json) as JsonObject;
  const change = contractChange(contract, now);
  if (change && !change.isStructural) {
    overwrite(contract, now);
    mock = create(mock.save());
  }
  return change;
}

/** Which pages have changed, by their Markdown: the HTML of all pages names the contract that it is made from. */
function changedPages(before: typeof files, after: typeof files): string {
  const paths = [...after.keys()].filter((path) => path.endsWith('.md'));
  if (before.size === 0) return `${paths.length} pages`;
  const changed = paths.filter((path) => before.get(path) !== after.get(path));
  const [first = 'no page has changed', ...others] = changed.map((it) =>
    it.replace('.md', '.html'),
  );
  return others.length > 0 ? `${first} and ${others.length} more` : first;
}
