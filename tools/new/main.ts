/** `npm run new`: writes the files of a new operation. */
import { spawnSync } from 'node:child_process';
import { devNull } from 'node:os';
import {
  CommandError,
  defineCommand,
  Option,
  runCommand,
  UsageError,
} from '@agent-conversation/cli';
import { writeFiles } from '@agent-conversation/cli/files';
import { repository } from '@agent-conversation/cli/process';
import { Contract } from './contract.ts';
import { filesOf, type NewFile } from './files.ts';
import { planOperation } from './operation.ts';
import { checkRequest, methods } from './request.ts';

/**
 * Makes the command for one repository.
 *
 * @param date of the decision that it writes, such as `2026-11-22`
 */
export function newCommand(root: string, date: string) {
  return defineCommand({
    name: 'npm run new',
    summary: 'Writes the files of a new operation: path, components, decision, samples, changeset.',
    options: (program) =>
      program
        .argument('[words...]', 'operation')
        .option('--id <ID>', 'a verb and a noun, such as deleteSandbox')
        .option('--method <METHOD>', methods.join(', '))
        .option('--path <PATH>', 'below /api/v1; ids in braces end in _id')
        .option('--tag <TAG>', 'a V1 tag; default: the tag of the resource, or a new one')
        .option(
          '--summary <TEXT>',
          'an imperative, such as "Pause a sandbox"; default: from the id',
        )
        .option(
          '--response <SCHEMA>',
          'an object of openapi/components/schemas, or new; default: Success for DELETE, a page for searches, otherwise the object or the list of the noun',
        )
        .option('--answer <SCHEMA>', 'the former name of --response')
        .option('--body <SCHEMA>', 'the same for the request; default: new for PUT and PATCH')
        .addOption(
          new Option(
            '--retry <CLASS>',
            'default: safe for GET, PUT and DELETE, otherwise unsent',
          ).choices(['safe', 'unsent', 'never'] as const),
        )
        .option('--dry-run', 'show the changes and write nothing'),
    notes: `Every response has status 200 and JSON (D08). The mock responds with the example until packages/mock has a
handler. All that is written is annotated as assumed, and meant to be refined.

  npm run new -- operation --id deleteSandbox --method DELETE --path '/api/v1/sandboxes/{sandbox_id}'`,
    exitCodes: { 0: 'all files written', 2: 'something is wrong, nothing written' },
    async run({ answer, dryRun, ...options }, { out, err }, [words]) {
      const given = words.length > 0 ? `, not '${words.join(' ')}'` : '';
      if (given !== ", not 'operation'") throw new UsageError(`Write 'operation' first${given}`);
      const request = checkRequest({ response: answer, ...options });
      const contract = new Contract(root);
      const files = await filesOf(planOperation(request, contract, date), contract);
      checkClean(root, files);
      if (!dryRun) writeFiles(root, files);
      for (const it of files) {
        out(`${it.isNew ? 'new' : 'changed'}  ${it.file}\n`);
        if (dryRun) out(`${differenceOf(root, it)}\n\n`);
      }
      if (dryRun) err('Nothing was written.\n');
      else err('Next: refine these files, then run npm run record && npm test\n');
      return 0;
    },
  });
}

/** @throws {CommandError} if git could not restore a file that is going to be changed */
function checkClean(root: string, files: readonly NewFile[]): void {
  const changed = files.filter((it) => !it.isNew).map((it) => it.file);
  const args = ['status', '--porcelain', '--untracked-files=all', '--', ...changed];
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (error) throw new CommandError(`git must be on the PATH: ${error.message}`);
  if (status !== 0) throw new CommandError(`git status failed: ${stderr.split('\n')[0]}`);
  // The second column is what the working tree has beyond the index: a blank if it has nothing.
  const file = /^.[^ ] (.+)$/m.exec(stdout)?.[1];
  if (file === undefined) return;
  throw new CommandError(`${file} has unstaged changes: stage or commit them first`);
}

function differenceOf(root: string, { file, content, isNew }: NewFile): string {
  const args = ['diff', '--no-index', '--no-color', '--', isNew ? devNull : file, '-'];
  const { stdout } = spawnSync('git', args, { cwd: root, input: content, encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter((line) => /^[+ -](?!(\+\+|--) )/.test(line))
    .join('\n');
}

if (import.meta.main) {
  const date = new Date().toISOString().slice(0, 10);
  process.exitCode = await runCommand(newCommand(repository, date), process.argv.slice(2));
}
