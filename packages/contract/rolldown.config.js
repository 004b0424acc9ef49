import { defineConfig } from 'rolldown';

/**
 * Builds a published package that uses private ones, in the folder of that package: a module for each
 * source file, with those of the private packages beside them. Public declarations must not import these.
 */
export default defineConfig({
  input: ['src/index.ts', 'src/cli.ts'],
  platform: 'node',
  external: (id) => !/^([./]|@agent-conversation\/(contract|cli)(\/|$))/.test(id),
  output: { dir: 'dist', cleanDir: true, preserveModules: true, preserveModulesRoot: 'src' },
});
