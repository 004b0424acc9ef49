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
    notes: `Renames whole words in every file that git knows: the operationId, the method of the client, what else
client and validators make of it, and files that are named after it. Released texts stay as they are.

  npm run rename -- pauseSandbox suspendSandbox`,
    exitCodes: {
      0: 'all files written',
      2: 'something is wrong, nothing written',
    },
    async run(_, { out, err }, [from, to]) {
      const sources = new SourceFiles(root);
      const rename = renamerOf(from, to, sources);
      const changes = filesIn(root)
        .filter((file) => !history.test(file))
        .flatMap((file) => renamed(file, sources.text(file), rename));
      const [verb = ''] = /^[a-z]+/.exec(to) ?? [];
      changes.push(
        movedAddresses(rename, to, sources),
        withVerb(verb, sources),
      );
      out(await writeFormatted(sources, changes));
      err('Next: npm run record && npm run diff && npm test\n');
      return 0;
    },
  });
}

/**
 * Returns a function that renames the operation in a text: its id, what is made of it, and its method of the client.
 *
 * @throws {UsageError} if there is no such operation, or if the new name is malformed or taken
 */
function renamerOf(
  from: string,
  to: string,
  sources: SourceFiles,
): (text: string) => string {
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

  const names = new Map([
    [from, to],
    [upperFirst(from), upperFirst(to)],
    // The client may have any name.
    [callOf(from, operation.path), call],
  ]);
  const anyName = [...names.keys()].join('|').replace('.', String.raw`\.`);
  // Of what client and validators make of an operation.
  const ending = '(?:Path|Query|InfiniteQuery|Mutation|Variables|Result)?';
  const words = new RegExp(
    String.raw`(?<![\w$])(?:${anyName})(?=${ending}(?![\w$]))`,
    'g',
  );
  return (text) => text.replaceAll(words, (name) => names.get(name)!);
}

/** Returns what calls an operation in the client, such as `sandboxes.pause`. */
function callOf(id: string, path: string): string {
  const { resource = '', verb = '' } = clientMethodOf(id, path) ?? {};
  return `${resource}.${verb}`;
}

/** Renames the operation in a text and in the name of its file. */
function renamed(
  file: string,
  text: string,
  rename: (text: string) => string,
): FileChange[] {
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
