/**
 * Is imported into the process of the mock by hostile.ts, and responds to each message with figures. It is JavaScript
 * because Node needs 40 MB to load TypeScript.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();

/** The longest time on the processor between two turns of the event loop, in milliseconds. */
let longest = 0;
let last = processorTime();
setInterval(() => {
  const now = processorTime();
  longest = Math.max(longest, now - last);
  last = now;
}, 5).unref();

process.on('message', () => {
  process.send?.({
    delay: delay.max / 1e6,
    cpu: longest,
    memory: process.memoryUsage.rss() / 1e6,
  });
  delay.reset();
  longest = 0;
});
process.channel?.unref();

function processorTime() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
