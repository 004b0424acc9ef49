/** Docs and mock of `npm start`, with what `hostile.ts` reads. In this order: the first to listen gets all messages. */
await import('./site.ts');
await import('@agent-conversation/testing/monitor');

process.on('message', (message) => {
  if (message === 'collect') globalThis.gc!();
});
