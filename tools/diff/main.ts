/** The program: see `node main.ts --help`. */
import { resolve } from 'node:path';
import { styleText } from 'node:util';
import { type Options, readOptions, usage, UsageError } from './cli/options.ts';
import { writeWhole } from './cli/write-whole.ts';
import { DiffInputError } from './model/diff-input-error.ts';
import type { Review } from './model/review.ts';
import { jsonReport } from './reports/json.ts';
import { markdownReport } from './reports/markdown.ts';
import { prettyReport } from './reports/pretty.ts';
import { verdictOf } from './reports/words.ts';
import { reviewContract } from './review.ts';

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) process.stdout.write(usage);
  else process.exitCode = await report(options);
} catch (error) {
  process.exitCode = 2;
  if (error instanceof UsageError) console.error(`${error.message}. See npm run diff -- --help`);
  else console.error(error instanceof DiffInputError ? error.message : error);
}

async function report({ format, output, base }: Options): Promise<number> {
  const review = await reviewContract(base === undefined ? {} : { base: resolve(base) });
  const text = reportAs(format, review, output === undefined);
  if (output === undefined) process.stdout.write(text);
  else writeWhole(output, text);
  if (format !== 'pretty' || output !== undefined) tellShortly(review);
  return review.complaints.length === 0 ? 0 : 1;
}

function reportAs(format: Options['format'], review: Review, isShown: boolean): string {
  if (format === 'json') return jsonReport(review);
  if (format === 'markdown') return markdownReport(review);
  return prettyReport(review, (colour, text) => (isShown ? styleText(colour, text) : text));
}

/** For people, where the report goes to a program or into a file. */
function tellShortly(review: Review): void {
  for (const { place, message } of review.complaints) {
    console.error(`${place.file}:${place.line}: ${message}.`);
  }
  console.error(`${verdictOf(review)}.`);
}
