/**
 * Is imported into the process of the mock by hostile.ts, and responds to each message with its memory in MB, the
 * longest time on the processor between two turns of the event loop in milliseconds, and a time to compare it with. It
 * is JavaScript because Node needs 40 MB to load TypeScript.
 */
const repetitions = 50;
const reference = measureReference();
let longest = 0;
let last = processorTime();
setInterval(() => {
  const now = processorTime();
  longest = Math.max(longest, now - last);
  last = now;
}, 5).unref();

process.on('message', () => {
  process.send?.({ longest, memory: process.memoryUsage.rss() / 1e6, reference });
  longest = 0;
});
process.channel?.unref();

function processorTime() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** How long this processor takes to parse an object of 10,000 properties, on average: its clock has steps of 4 ms. */
function measureReference() {
  const properties = Array.from({ length: 10_000 }, (_, at) => [`p${at}`, 0]);
  const text = JSON.stringify(Object.fromEntries(properties));
  const begin = processorTime();
  for (let repetition = 0; repetition < repetitions; repetition += 1) JSON.parse(text);
  return (processorTime() - begin) / repetitions;
}
