import { BuildError } from '../src/build-error.ts';
import { buildDocs } from '../src/build-docs.ts';
import { docsDirectory } from '../src/index.ts';

try {
  await buildDocs(
    new URL(import.meta.resolve('@agent-conversation/openapi/openapi.json')),
    docsDirectory,
  );
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
