/** Aborts calls of ours in each phase, and prints how long they took to end, in milliseconds, as JSON. */
import { phases } from './phases.ts';
import { closeServers } from '../../../packages/client/test/support/server.ts';
import { abortsPerPhase } from './abort.ts';

const times: Record<string, number[]> = {};
for (const { phase, begin } of phases) {
  times[phase] = [];
  for (let count = 0; count < abortsPerPhase; count++) times[phase].push(await abortOnce(begin));
}
console.log(JSON.stringify(times));

async function abortOnce(begin: (typeof phases)[number]['begin']): Promise<number> {
  const controller = new AbortController();
  let aborted = NaN;
  const { call, after } = await begin(controller.signal, () => {
    aborted = performance.now();
    controller.abort();
  });
  const ended = await call.then(
    () => Promise.reject(new Error('A call that was aborted has succeeded')),
    () => performance.now(),
  );
  after?.();
  await closeServers();
  return ended - aborted;
}
