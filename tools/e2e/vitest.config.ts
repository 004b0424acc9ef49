/** How the tests are run: what they share is installed once, before all of them. */
import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: './setup.ts',
    // Those of the consumers run in projects of their own.
    exclude: [...configDefaults.exclude, 'consumer/**'],
  },
});
