import { existsSync } from 'node:fs';
import { defineConfig } from 'rolldown';

/** What programs import of a package, if it is there. Of other modules, only what these use is kept. */
const entries = ['src/index.ts', 'src/cli.ts', 'src/http/server.ts'];

/**
 * Builds a published package that uses private ones, in the folder of that package: a module for each
 * source file, with those of the private packages beside them. Public declarations must not import these.
 */
export default defineConfig({
  input: entries.filter((path) => existsSync(path)),
  platform: 'node',
  external: (id) => !/^([./]|@agent-conversation\/(contract|cli)(\/|$))/.test(id),
  output: { dir: 'dist', cleanDir: true, preserveModules: true, preserveModulesRoot: 'src' },
});
