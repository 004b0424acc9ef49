/** `npm run rename`: renames an operation in everything that names it. */
import { spawnSync } from 'node:child_process';
import {
  CommandError,
  defineCommand,
  runCommand,
  suggestion,
} from '@agent-conversation/cli';
import { repository } from '@agent-conversation/shared/process';
import { type Operation, upperFirst } from '@agent-conversation/contract';
import { kebabCase, noCase } from 'change-case';
import { movedAddresses } from './addresses.ts';
import { Contract } from './contract.ts';
import { addedBy, render, verbs } from './files.ts';
import { formatted } from './formatted.ts';
import { isRecorded } from './record.ts';
import { type WrittenFile, writeAndReport } from './report.ts';
import { callOf, checkId, demand } from './request.ts';

/** An operation with its former and its new names. */
interface Renaming {
  readonly from: string;
  readonly to: string;
  readonly operation: Operation;
  /** The methods of the client, such as `client.sandboxes.pause`. */
  readonly call: string;
  readonly newCall: string;
}

/** What was true when it was written, and what a release writes. */
const history =
  /^openapi\/released\/|(^|\/)CHANGELOG\.md$|^packages\/docs\/\w+-anchors\.txt$/;

const movedAnchors = 'packages/docs/moved-anchors.txt';
const releasedAnchors = 'packages/docs/released-anchors.txt';

/** Makes the command for one repository. */
export function renameCommand(root: string) {
  return defineCommand({
    name: 'npm run rename',
    summary:
      'Renames an operation in the contract, the code and the texts, and keeps its addresses.',
    options: (program) =>
      program
        .argument('<from>', 'the operationId, such as pauseSandbox')
        .argument('<to>', 'the new one: a verb and a noun')
        .option('--dry-run', 'show the changes and write nothing'),
    notes: `Renames whole words in every file that git knows: the operationId, the method of the client, the types that
the client makes of it, and files that are named after it. Released texts stay as they are. What may also need an
edit is listed with its file and line. A method that would be taken by another operation is rejected.

  npm run rename -- pauseSandbox suspendSandbox`,
    exitCodes: {
      0: 'all files written',
      2: 'something is wrong, nothing written',
    },
    async run({ dryRun }, { out, err }, [from, to]) {
      const contract = new Contract(root);
      const renaming = renamingOf(from, to, contract);
      const files = await filesOf(renaming, contract);
      const hints = hintsOf(renaming, contract, files);
      out(writeAndReport(root, files, dryRun));
      if (hints.length > 0)
        out(`\nLook whether these need an edit, too:\n${hints.join('\n')}\n`);
      if (dryRun) err('Nothing was written.\n');
      else
        err(
          `Next: npm run record && npm test${isReleased(from, contract) ? approvalHint : ''}\n`,
        );
      return 0;
    },
  });
}

/** @throws {UsageError} if there is no such operation, or if the new name is malformed or taken */
function renamingOf(
  from: string,
  to: string,
  { operations }: Contract,
): Renaming {
  const operation = operations.find(({ id }) => id === from);
  const ids = operations.map(({ id }) => id);
  demand(
    operation !== undefined,
    `There is no operation ${from}${suggestion(from, ids)}`,
  );
  checkId('The new operationId', to);
  demand(to !== from, `${to} is its name already`);
  const isSearch = (id: string) => id.startsWith('search');
  demand(
    isSearch(from) === isSearch(to),
    `What returns pages, and nothing else, is a search: ${to}`,
  );
  const newCall = callOf(to, operation.path);
  for (const { id, method, path } of operations) {
    if (id === from) continue;
    demand(id !== to, `${to} is taken by ${method.toUpperCase()} ${path}`);
    demand(
      callOf(id, path) !== newCall,
      `${to} would make ${newCall}, the method of ${id}`,
    );
  }
  return { from, to, operation, call: callOf(from, operation.path), newCall };
}

/** Returns every file that the renaming changes. */
async function filesOf(
  renaming: Renaming,
  contract: Contract,
): Promise<WrittenFile[]> {
  const written: WrittenFile[] = [];
  for (const [before, text] of textsOf(contract)) {
    const file = renamedPath(before, renaming);
    if (file !== before && contract.exists(file)) {
      throw new CommandError(
        `${before} would become ${file}, which exists: move one of them away`,
      );
    }
    const content = renamedText(text, renaming);
    if (content !== text || file !== before)
      written.push({ file, before, content });
  }
  const [verb = ''] = noCase(renaming.to).split(' ');
  written.push(...verbs(verb, contract));
  if (contract.exists(releasedAnchors)) {
    const moved = linesOf(contract.text(movedAnchors));
    const released = linesOf(contract.text(releasedAnchors));
    const lines = movedAddresses(renaming, moved, released);
    const content = `${lines.join('\n')}\n`;
    if (content !== contract.text(movedAnchors)) {
      written.push({ file: movedAnchors, before: movedAnchors, content });
    }
  }
  // What was never released is renamed before anybody uses it.
  if (isReleased(renaming.from, contract))
    written.push(changeset(renaming, contract));
  return formatted(contract.root, written);
}

const approvalHint = '; npm run diff names the approval that it needs';

function isReleased(id: string, contract: Contract): boolean {
  return wholeWord(`operationId: ${id}`).test(
    contract.text('openapi/released/openapi.yaml'),
  );
}

function changeset(renaming: Renaming, contract: Contract): WrittenFile {
  const file = `.changeset/rename-${kebabCase(renaming.from)}.md`;
  if (contract.exists(file))
    throw new CommandError(`${file} exists already: move it away`);
  const step = contract.version.startsWith('0.') ? 'minor' : 'major';
  const isOtherCall = renaming.call !== renaming.newCall;
  const content = render('rename.md', { ...renaming, step, isOtherCall });
  return { file, before: undefined, content };
}

/** Reads the texts that git knows or would add, without those that a release has written. */
function textsOf(contract: Contract): Map<string, string> {
  const args = ['ls-files', '-coz', '--exclude-standard'];
  const { stdout, stderr, error } = spawnSync('git', args, {
    cwd: contract.root,
    encoding: 'utf8',
  });
  if (error || stdout === '') {
    throw new CommandError(
      `git must list the files: ${error?.message ?? stderr}`,
    );
  }
  // A file is listed twice during a merge.
  const files = new Set(stdout.split('\0').filter((file) => file !== ''));
  const texts = new Map<string, string>();
  for (const file of files) {
    if (history.test(file) || !contract.exists(file)) continue;
    const text = contract.text(file);
    if (!text.includes('\0')) texts.set(file, text);
  }
  return texts;
}

/** Renames the folders and files that are named after the operation, such as the changeset of `npm run new`. */
function renamedPath(file: string, { from, to }: Renaming): string {
  const stems = new Map([
    [from, to],
    [addedBy(from), addedBy(to)],
  ]);
  const segments = file.split('/').map((segment) => {
    const [stem = '', ...endings] = segment.split('.');
    return [stems.get(stem) ?? stem, ...endings].join('.');
  });
  return segments.join('/');
}

function renamedText(
  text: string,
  { from, to, call, newCall }: Renaming,
): string {
  const forms = new Map([
    [from, to],
    // The types that the client makes of an operation.
    [`${upperFirst(from)}Result`, `${upperFirst(to)}Result`],
    [`${upperFirst(from)}Query`, `${upperFirst(to)}Query`],
    // The client may have any name.
    [call.replace('client.', ''), newCall.replace('client.', '')],
  ]);
  const anyForm = [...forms.keys()].join('|').replaceAll('.', String.raw`\.`);
  return text.replaceAll(wholeWord(anyForm), (form) => forms.get(form) ?? form);
}

function wholeWord(pattern: string): RegExp {
  return new RegExp(String.raw`(?<![\w$])(?:${pattern})(?![\w$])`, 'g');
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

/** Lists what a person has to decide: texts about what the operation does, and names that contain its name. */
function hintsOf(
  renaming: Renaming,
  contract: Contract,
  files: readonly WrittenFile[],
): string[] {
  const { from, operation, call, newCall } = renaming;
  const { path, method } = operation;
  const texts = ['summary', 'description'].map((key) => {
    const { file, line } = contract.locate(['paths', path, method, key]);
    return `  ${file}:${line}: the ${key}`;
  });
  const [, resource = '', verb = ''] = call.split('.');
  const name = new RegExp(noCase(from).split(' ').join('[-_ ]?'), 'i');
  const key = new RegExp(String.raw`(?<![\w$-])${verb}[:(]|(['"])${verb}\1`);
  const contents = textsOf(contract);
  for (const { file, content, before } of files) {
    // What is written for this renaming names both.
    if (before === undefined || file === movedAnchors) continue;
    contents.delete(before);
    contents.set(file, content);
  }
  const written = [...contents].filter(([file]) => !isRecorded(file));
  const names = written.flatMap(([file, content]) => {
    // A method may be called on an object of another name.
    const hasCalls =
      call !== newCall && content.includes(resource) && /\.[jt]s$/.test(file);
    return content.split('\n').flatMap((line, index) => {
      if (!name.test(line) && !(hasCalls && key.test(line))) return [];
      return [`  ${file}:${index + 1}: ${line.trim().slice(0, 80)}`];
    });
  });
  return [...texts, ...names];
}

if (import.meta.main) {
  process.exitCode = await runCommand(
    renameCommand(repository),
    process.argv.slice(2),
  );
}
