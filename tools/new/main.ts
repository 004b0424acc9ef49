/** `npm run new`: writes the files of a new operation. */
import { spawnSync } from 'node:child_process';
import { devNull } from 'node:os';
import { fileURLToPath } from 'node:url';
import { CommandError, defineCommand, runCommand, UsageError } from '@agent-conversation/cli';
import { writeFiles } from '@agent-conversation/cli/files';
import { Contract } from './contract.ts';
import { filesOf, type NewFile } from './files.ts';
import { planOperation } from './operation.ts';
import { checkRequest, methods } from './request.ts';

const text = (value: string, help: string) => ({ type: 'text', value, help }) as const;

/**
 * Makes the command for one repository.
 *
 * @param date of the decision that it writes, such as `2026-11-22`
 */
export function newCommand(root: string, date: string) {
  return defineCommand({
    name: 'npm run new',
    summary: 'Writes the files of a new operation: path, components, decision, samples, changeset.',
    positionals: 'operation',
    options: {
      id: text('ID', 'a verb and a noun, such as deleteSandbox'),
      method: text('METHOD', methods.join(', ')),
      path: text('PATH', 'below /api/v1; ids in braces end in _id'),
      tag: text('TAG', 'a V1 tag; default: the tag of the resource, or a new one'),
      summary: text('TEXT', 'an imperative, such as "Pause a sandbox"; default: made from the id'),
      response: text(
        'SCHEMA',
        'an object of openapi/components/schemas, or new; default: Success for\nDELETE, a page for searches, otherwise the object or the list of the noun',
      ),
      answer: text('SCHEMA', 'the former name of --response'),
      body: text('SCHEMA', 'the same for the request; default: new for PUT and PATCH, else none'),
      retry: {
        ...text('CLASS', 'default: safe for GET, PUT and DELETE, otherwise unsent'),
        choices: ['safe', 'unsent', 'never'],
      },
      'dry-run': { type: 'flag', help: 'show the changes and write nothing' },
    },
    notes: `Every response has status 200 and JSON (D08). The mock responds with the example until packages/mock has a
handler. All that is written is annotated as assumed, and meant to be refined.

  npm run new -- operation --id deleteSandbox --method DELETE --path '/api/v1/sandboxes/{sandbox_id}'`,
    exitCodes: { 0: 'all files written', 2: 'something is wrong, nothing written' },
    async run({ answer, ...options }, { out, err }, positionals) {
      const given = positionals.length > 0 ? `, not '${positionals.join(' ')}'` : '';
      if (given !== ", not 'operation'") throw new UsageError(`Write 'operation' first${given}`);
      const request = checkRequest({ ...options, response: options.response ?? answer });
      const contract = new Contract(root);
      const files = await filesOf(planOperation(request, contract, date), contract);
      checkClean(root, files);
      if (!options['dry-run']) writeFiles(root, files);
      for (const it of files) {
        out(`${it.isNew ? 'new' : 'changed'}  ${it.file}\n`);
        if (options['dry-run']) out(`${differenceOf(root, it)}\n\n`);
      }
      if (options['dry-run']) err('Nothing was written.\n');
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
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const date = new Date().toISOString().slice(0, 10);
  process.exitCode = await runCommand(newCommand(root, date), process.argv.slice(2));
}
