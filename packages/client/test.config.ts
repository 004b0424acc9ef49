/** How the tests of the client are run. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { globalSetup: './test/retry-policies.ts' },
});
