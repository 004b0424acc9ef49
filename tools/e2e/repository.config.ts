/** For the tests that read the repository and need no packed packages: see `vitest.config.ts` for the others. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      '{audit,commands,workflows,registry-names}.test.ts',
      'guides/*.test.ts',
    ],
  },
});
