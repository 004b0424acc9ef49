/** The openapi-fetch entry of the packed client with openapi-react-query: its types, and a component. */
import { expect, test } from 'vitest';
import {
  compilations,
  compile,
  expectPassing,
  vitest,
  writeConsumer,
} from './code/consumer.ts';

writeConsumer();

test.each(compilations)(
  'a component compiles with TypeScript $compiler and $resolution',
  async ({ compiler, resolution }) => {
    // The declarations of React are not ours to check.
    const options = { skipLibCheck: true };
    expect(
      await compile('react/sandboxes.tsx', compiler, resolution, options),
    ).toBe('');
  },
);

test('a component shows the sandboxes of the mock', async () => {
  const args = vitest('jsdom', 'react/sandboxes.test.js');
  await expectPassing(args);
});
