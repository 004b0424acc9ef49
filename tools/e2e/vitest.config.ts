/** How the tests are run: what they share is installed once, before all of them. */
import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { globalSetup: './setup.ts' } });
