/** `npm run new`: writes the files of a new operation. */
import { Argument, defineCommand, runCommand } from '@agent-conversation/cli';
import { SourceFiles } from '@agent-conversation/cli/source';
import { repository } from '@agent-conversation/shared/process';
import { filesOf } from './files.ts';
import { planOperation } from './operation.ts';
import { writeFormatted } from './write.ts';

/**
 * Makes the command for one repository.
 *
 * @param date of the decision that it writes, such as `2026-11-22`
 */
export function newCommand(root: string, date: string) {
  return defineCommand({
    name: 'npm run new',
    summary:
      'Writes the files of a new operation: path, components, decision, samples, changeset.',
    options: (program) =>
      program
        .argument('<operationId>', 'a verb and a noun, such as deleteSandbox')
        .addArgument(
          new Argument('<method>', 'of HTTP').choices([
            'GET',
            'POST',
            'PUT',
            'PATCH',
            'DELETE',
          ] as const),
        )
        .argument('<path>', 'below /api/v1; ids in braces end in _id')
        .requiredOption(
          '--summary <TEXT>',
          'an imperative, such as "Delete a sandbox"',
        )
        .requiredOption(
          '--response <SCHEMA>',
          'a schema of openapi/components/schemas; a new one is an object with an id',
        )
        .option(
          '--list',
          'the response is a list of such objects; a search always returns pages of them',
        )
        .option(
          '--body',
          'the operation has a request body, with a new schema',
        ),
    notes: `The response has status 200 and JSON (D08). The mock responds with the example until packages/mock has a
handler. All that is written is annotated as assumed, and meant to be refined. Files that exist are kept.

  npm run new -- deleteSandbox DELETE '/api/v1/sandboxes/{sandbox_id}' --summary 'Delete a sandbox' --response Success`,
    exitCodes: {
      0: 'all files written',
      2: 'something is wrong, nothing written',
    },
    async run(options, { out, err }, [id, method, path]) {
      const sources = new SourceFiles(root);
      const request = { ...options, id, method: method.toLowerCase(), path };
      const operation = planOperation(request, sources, date);
      out(await writeFormatted(sources, filesOf(operation, sources)));
      err('Next: refine these files, then run npm run record && npm test\n');
      return 0;
    },
  });
}

if (import.meta.main) {
  const date = new Date().toISOString().slice(0, 10);
  process.exitCode = await runCommand(
    newCommand(repository, date),
    process.argv.slice(2),
  );
}
