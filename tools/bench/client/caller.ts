/** Makes the calls of a bundle, and prints the processor time that one takes, in microseconds. */
import { pathToFileURL } from 'node:url';
import { sandboxCount, success } from './answers.ts';
import { stubFetch } from './stub.ts';

/** What every program gives. */
interface Program {
  readonly connect: (
    baseUrl: string,
    apiKey: string,
  ) => {
    readonly pause: (id: string) => Promise<unknown>;
    readonly search: (limit: number) => Promise<unknown>;
  };
}

const [bundle, target, warmUp, calls] = process.argv.slice(2);
if (!bundle || !target || !warmUp || !calls) {
  throw new TypeError('Usage: node caller.ts BUNDLE stub|URL WARM-UP CALLS');
}
if (target === 'stub') globalThis.fetch = stubFetch();

const { connect } = (await import(pathToFileURL(bundle).href)) as Program;
const program = connect(target === 'stub' ? 'http://127.0.0.1' : target, 'bench');

await call(Number(warmUp));
const before = process.cpuUsage();
await call(Number(calls));
const { user, system } = process.cpuUsage(before);
console.log((user + system) / Number(calls));

/** Makes calls one after another, a pause and a search in turn. */
async function call(count: number): Promise<void> {
  for (let made = 0; made < count; made += 2) {
    const paused = await program.pause('sbx-4kq7m2xw');
    const found = await program.search(20);
    if (paused !== success || found !== sandboxCount) {
      throw new Error(`The program read ${String(paused)} and ${String(found)}`);
    }
  }
}
