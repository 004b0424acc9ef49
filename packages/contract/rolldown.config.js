import { defineConfig } from 'rolldown';

/**
 * Builds a published package that uses this private one, in the folder of that package: a module for
 * each source file, with those of this package beside them. Public declarations must not import it.
 */
export default defineConfig({
  input: ['src/index.ts', 'src/cli.ts'],
  platform: 'node',
  external: (id) => !/^([./]|@agent-conversation\/contract$)/.test(id),
  output: { dir: 'dist', cleanDir: true, preserveModules: true, preserveModulesRoot: 'src' },
});
