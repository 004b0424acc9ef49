/** `npm run rename`: renames an operation in everything that names it. */
import {
  defineCommand,
  runCommand,
  suggestion,
  UsageError,
} from '@agent-conversation/cli';
import type { FileChange } from '@agent-conversation/cli/files';
import { SourceFiles } from '@agent-conversation/cli/source';
import {
  clientMethodOf,
  operationsOf,
  upperFirst,
} from '@agent-conversation/contract';
import { repository } from '@agent-conversation/shared/process';
import { filesIn } from '@agent-conversation/shared/worktree';
import { movedAddresses } from './addresses.ts';
import { withVerb } from './files.ts';
import { checkId } from './operation.ts';
import { writeFormatted } from './write.ts';

/** What was true when it was written, and what a release writes. */
const history =
  /^openapi\/released\/|(^|\/)CHANGELOG\.md$|^packages\/docs\/\w+-anchors\.txt$/;

/** Makes the command for one repository. */
export function renameCommand(root: string) {
  return defineCommand({
    name: 'npm run rename',
    summary:
      'Renames an operation in the contract, the code and the texts, and keeps its addresses.',
    options: (program) =>
      program
        .argument('<from>', 'the operationId, such as pauseSandbox')
        .argument('<to>', 'the new one: a verb and a noun'),
    notes: `Renames whole words in every file that git knows: the operationId, the method of the client, the types that
the client makes of it, and files that are named after it. Released texts stay as they are.

  npm run rename -- pauseSandbox suspendSandbox`,
    exitCodes: {
      0: 'all files written',
      2: 'something is wrong, nothing written',
    },
    async run(_, { out, err }, [from, to]) {
      const sources = new SourceFiles(root);
      const forms = formsOf(from, to, sources);
      const changes = filesIn(root)
        .filter((file) => !history.test(file))
        .flatMap((file) => renamed(file, sources.text(file), forms));
      const [verb = ''] = /^[a-z]+/.exec(to) ?? [];
      changes.push(movedAddresses(from, to, sources), withVerb(verb, sources));
      out(await writeFormatted(sources, changes));
      err('Next: npm run record && npm run diff && npm test\n');
      return 0;
    },
  });
}

type Forms = ReadonlyMap<string, string>;

/**
 * Returns the words that name an operation, each with the one that replaces it.
 *
 * @throws {UsageError} if there is no such operation, or if the new name is malformed or taken
 */
function formsOf(from: string, to: string, sources: SourceFiles): Forms {
  checkId(to);
  const operations = operationsOf(sources.bundle());
  const operation = operations.find(({ id }) => id === from);
  if (!operation) {
    const ids = operations.map(({ id }) => id);
    throw new UsageError(
      `There is no operation ${from}${suggestion(from, ids)}`,
    );
  }
  const call = callOf(to, operation.path);
  // A name that two operations have got cannot be taken back.
  const taken = operations.find(({ id, path }) => {
    return id === to || (id !== from && callOf(id, path) === call);
  });
  if (taken)
    throw new UsageError(`${to} or client.${call} is taken by ${taken.id}`);
  return new Map([
    [from, to],
    // The types that the client makes of an operation.
    [`${upperFirst(from)}Result`, `${upperFirst(to)}Result`],
    [`${upperFirst(from)}Query`, `${upperFirst(to)}Query`],
    // The client may have any name.
    [callOf(from, operation.path), call],
  ]);
}

/** Returns what calls an operation in the client, such as `sandboxes.pause`. */
function callOf(id: string, path: string): string {
  const { resource = '', verb = '' } = clientMethodOf(id, path) ?? {};
  return `${resource}.${verb}`;
}

/** Renames the whole words in a text and in the name of its file. */
function renamed(file: string, text: string, forms: Forms): FileChange[] {
  const anyForm = [...forms.keys()].join('|');
  const words = new RegExp(String.raw`(?<![\w$])(?:${anyForm})(?![\w$])`, 'g');
  const rename = (content: string) =>
    content.replaceAll(words, (form) => forms.get(form) ?? form);
  const change = { file: rename(file), content: rename(text) };
  const former = { file, content: undefined };
  return change.file === file ? [change] : [change, former];
}

if (import.meta.main) {
  process.exitCode = await runCommand(
    renameCommand(repository),
    process.argv.slice(2),
  );
}
