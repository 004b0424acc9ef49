/** The program of `npm run lint`: see `npm run lint -- --help`. */
import { readOptions, usage, UsageError } from './cli/options.ts';
import { runTurbo } from './cli/run-turbo.ts';

const linters = ['lint:source', 'lint:bundle', 'code'];

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) process.stdout.write(usage);
  else if (options.list || options.explain !== undefined) await tell(options.explain);
  else await lint();
} catch (error) {
  process.exitCode = 2;
  console.error(error instanceof UsageError ? error.message : error);
}

/** Explains one rule, or lists all of them. */
async function tell(id: string | undefined): Promise<void> {
  // Only here: what reads the rules takes longer to load than all the rest.
  const { explain, listOwnRules } = await import('./explain/explain.ts');
  process.stdout.write(id === undefined ? listOwnRules() : await explain(id));
}

async function lint(): Promise<void> {
  const args = ['run', ...linters, '--continue=dependencies-successful'];
  process.exitCode = await runTurbo(...args);
  if (process.exitCode !== 0) {
    console.error('Why a rule is, and how to mend what it finds: npm run lint -- --explain ID');
  }
}
