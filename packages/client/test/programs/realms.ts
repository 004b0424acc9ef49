/**
 * Loads the package a second time, here and in another realm, makes it throw an error of every class, and prints which
 * guards and classes of this copy know each, and whether a middleware of this copy can throw it unchanged.
 */
import { readFile } from 'node:fs/promises';
import { createContext, type Context, SourceTextModule } from 'node:vm';
import * as here from '@agent-conversation/client';
import { samples } from '../samples.ts';

const entry = import.meta.resolve('@agent-conversation/client');
const { AbortController, clearTimeout, Headers, performance, setTimeout, URL } = globalThis;
const otherRealm = createContext({
  AbortController,
  clearTimeout,
  Headers,
  performance,
  setTimeout,
  URL,
});

console.log(
  JSON.stringify({
    'of a second copy': await inspectErrors(undefined),
    'from another realm': await inspectErrors(otherRealm),
  }),
);

async function inspectErrors(context: Context | undefined) {
  const { createClient } = await load(context);
  const seen: Record<string, unknown> = {};
  for (const { name, call } of samples) {
    const error: unknown = await Promise.resolve(call(createClient)).catch((it: unknown) => it);
    seen[name] = {
      known: names((it) => (valueOf(`is${it}`) as (value: unknown) => boolean)(error)),
      instanceOf: names((it) => error instanceof (valueOf(it) as new () => Error)),
      isErrorHere: error instanceof Error,
      goesThrough: (await thrownThroughMiddleware(error)) === error,
    };
  }
  return seen;
}

function names(test: (name: string) => boolean): string[] {
  return Object.keys(here)
    .filter((it) => /^[A-Z].*Error$/.test(it) && test(it))
    .toSorted();
}

function valueOf(name: string): unknown {
  return (here as Readonly<Record<string, unknown>>)[name];
}

async function thrownThroughMiddleware(error: unknown): Promise<unknown> {
  const client = here.createClient({
    baseUrl: 'http://service.example',
    apiKey: 'any',
    retries: 0,
    middleware: [
      async () => {
        throw error;
      },
    ],
  });
  return client.settings.get().catch((it: unknown) => it);
}

/** Loads another copy of the package. */
async function load(context: Context | undefined): Promise<typeof here> {
  const loaded = new Map<string, Promise<SourceTextModule>>();
  const get = (url: string): Promise<SourceTextModule> => {
    const options = { identifier: url, ...(context && { context }) };
    const read = readFile(new URL(url), 'utf8').then((it) => new SourceTextModule(it, options));
    return loaded.get(url) ?? (loaded.set(url, read), read);
  };
  const module = await get(entry);
  await module.link((specifier, { identifier }) =>
    get(
      specifier.startsWith('.')
        ? new URL(specifier, identifier).href
        : import.meta.resolve(specifier),
    ),
  );
  await module.evaluate();
  return module.namespace as typeof here;
}
