/**
 * Is imported into the process of a server that hostile.ts attacks, and responds to the message `figures` with its
 * memory in MB, and the longest time on the processor between two turns of the event loop in milliseconds. It is
 * JavaScript because Node needs 40 MB to load TypeScript.
 */
let longest = 0;
let last = processorTime();
setInterval(() => {
  const now = processorTime();
  longest = Math.max(longest, now - last);
  last = now;
}, 5).unref();

process.on('message', (message) => {
  if (message !== 'figures') return;
  process.send?.({ longest, memory: process.memoryUsage.rss() / 1e6 });
  longest = 0;
});

function processorTime() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
