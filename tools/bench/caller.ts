/** Runs one program of programs/ and prints the CPU time of a call in microseconds. */
import contract from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { pathToFileURL } from 'node:url';

interface Program {
  readonly connect: (
    baseUrl: string,
    apiKey: string,
  ) => { pause(id: string): Promise<unknown>; search(limit: number): Promise<unknown> };
}

const [file, target, count] = process.argv.slice(2) as [string, string, string];
const { PauseBegun, SandboxesFirstPage } = contract.components.examples;

if (target === 'stub') {
  // Distinguishes the requests by their order: reading the URL would cost the clients that make no Request.
  const bodies = [PauseBegun, SandboxesFirstPage].map(({ value }) => JSON.stringify(value));
  const init = { headers: { 'Content-Type': 'application/json' } };
  let turn = 0;
  globalThis.fetch = () => Promise.resolve(new Response(bodies[turn++ % 2], init));
}
const { connect } = (await import(pathToFileURL(file).href)) as Program;
const program = connect(target === 'stub' ? 'http://127.0.0.1' : target, 'bench');

await call(Number(count) / 5);
const before = process.cpuUsage();
await call(Number(count));
const { user, system } = process.cpuUsage(before);
console.log((user + system) / Number(count));

async function call(times: number): Promise<void> {
  for (let made = 0; made < times; made += 2) {
    const paused = await program.pause('sbx-4kq7m2xw');
    const found = await program.search(20);
    if (paused !== PauseBegun.value.success || found !== SandboxesFirstPage.value.items.length) {
      throw new Error(`The program returned ${String(paused)} and ${String(found)}`);
    }
  }
}
