import { readContract } from '../contract/contract.ts';
import { Sources } from '../contract/sources.ts';
import { makeDesign } from '../design/make-design.ts';
import { refusePath } from '../design/refuse-path.ts';
import { refuseWords } from '../design/refuse-words.ts';
import { allFiles } from '../files/all-files.ts';
import { differenceOf } from '../files/difference.ts';
import { refuseDirty, writeAll } from '../files/write-all.ts';
import { ScaffoldError } from '../scaffold-error.ts';
import { help, readOptions } from './options.ts';

/** Where a run tells what. */
export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/**
 * Does what the command line asks for in a repository.
 *
 * @param date of the decision that is written, such as `2026-11-22`
 * @returns the exit code
 */
export async function run(
  args: readonly string[],
  root: string,
  date: string,
  { out, err }: Output,
): Promise<0 | 2> {
  try {
    const options = readOptions(args);
    if (!options) {
      out(help);
      return 0;
    }
    const sources = new Sources(root);
    const contract = readContract(sources);
    const design = makeDesign(options, contract, sources, date);
    refuseWords(design, sources);
    await refusePath(design, contract);
    const files = await allFiles(design, sources);
    refuseDirty(root, files);
    if (options.dryRun) {
      for (const file of files) out(differenceOf(root, file));
      err('Nothing was written.\n');
      return 0;
    }
    writeAll(root, files);
    out(files.map(({ file, isNew }) => `${isNew ? 'new' : 'changed'}  ${file}\n`).join(''));
    err(`Refine what is written, and run: npm run record && npm test\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof ScaffoldError)) throw error;
    err(`${error.message}\n`);
    return 2;
  }
}
