/** A worker in workerd. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workerd } from './runtimes.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** What a worker is started with. */
export interface Worker {
  readonly project: string;
  /** The file of the worker in the project: one module with all that it needs. */
  readonly file: string;
  /** The day whose workerd it was written for; what came later is not there. */
  readonly compatibilityDate: string;
  readonly bindings: Readonly<Record<string, string>>;
}

/**
 * Starts a worker.
 *
 * @returns its address, and what stops it
 */
export async function startWorker(
  worker: Worker,
): Promise<Pick<ServerProcess, 'stop'> & { readonly url: string }> {
  const config = join(worker.project, 'workerd.capnp');
  writeFileSync(config, configOf(worker));
  const args = ['serve', '--control-fd=1', config];
  const { greeting, stop } = await startServer(workerd, args, worker.project);
  return { url: `http://127.0.0.1:${(greeting as { readonly port: number }).port}/`, stop };
}

function configOf({ file, compatibilityDate, bindings }: Worker): string {
  const texts = Object.entries(bindings).map(
    ([name, text]) => `(name = ${JSON.stringify(name)}, text = ${JSON.stringify(text)})`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "worker", worker = .worker),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "worker")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed ${JSON.stringify(file)})],
  bindings = [${texts.join(', ')}],
  compatibilityDate = ${JSON.stringify(compatibilityDate)},
);
`;
}
