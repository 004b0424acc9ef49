import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig } from 'rolldown';

const isExternal = (/** @type {string} */ id) =>
  !/^([./]|@agent-conversation\/(contract|cli)(\/|$))/.test(id);

/** What programs import of a package, if it is there. Of other modules, only what these use is kept. */
const entries = ['index', 'cli', 'http/server']
  .map((name) => [name, `src/${name}.ts`])
  .filter(([, path = '']) => existsSync(path));

/**
 * Builds a published package that uses private ones, in the folder of that package: a file for each entry, and one
 * for what they share, as a program starts sooner from few files. Public declarations must not import private ones.
 */
const forNode = defineConfig({
  input: Object.fromEntries(entries),
  platform: 'node',
  external: isExternal,
  output: { dir: 'dist', cleanDir: true, chunkFileNames: '[name].js' },
});

/** In a page, `NAME.page.ts` takes the place of `NAME.ts`. */
const pageModules = {
  name: 'page-modules',
  /** @type {(source: string, importer?: string) => string | null} */
  resolveId(source, importer) {
    if (importer === undefined || !source.startsWith('.')) return null;
    const file = join(dirname(importer), source.replace(/\.ts$/, '.page.ts'));
    return existsSync(file) ? file : null;
  },
};

/** Builds the same in one file without modules of Node, if the package has modules for pages. */
const forPages = defineConfig({
  input: 'src/index.ts',
  platform: 'browser',
  external: isExternal,
  plugins: [pageModules],
  output: { dir: 'dist/page', codeSplitting: false },
});

export default globSync('src/**/*.page.ts').length > 0
  ? [forNode, forPages]
  : forNode;
