/** `npm run new`: writes the files of a new operation. */
import {
  Argument,
  defineCommand,
  Option,
  runCommand,
} from '@agent-conversation/cli';
import { repository } from '@agent-conversation/shared/process';
import { Contract } from './contract.ts';
import { filesOf } from './files.ts';
import { planOperation } from './operation.ts';
import { writeAndReport } from './report.ts';
import { checkRequest, methods } from './request.ts';

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
        .addArgument(
          new Argument('<kind>', 'what to write').choices([
            'operation',
          ] as const),
        )
        .requiredOption('--id <ID>', 'a verb and a noun, such as deleteSandbox')
        .requiredOption('--method <METHOD>', methods.join(', '))
        .requiredOption(
          '--path <PATH>',
          'below /api/v1; ids in braces end in _id',
        )
        .option(
          '--tag <TAG>',
          'a V1 tag; default: the tag of the resource, or a new one',
        )
        .option(
          '--summary <TEXT>',
          'an imperative, such as "Pause a sandbox"; default: from the id',
        )
        .option(
          '--response <SCHEMA>',
          'an object of openapi/components/schemas, or new; default: Success for DELETE, a page for searches, ' +
            'otherwise the object or the list of the noun',
        )
        .option(
          '--body <SCHEMA>',
          'the same for the request; default: new for PUT and PATCH',
        )
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
    exitCodes: {
      0: 'all files written',
      2: 'something is wrong, nothing written',
    },
    async run({ dryRun, ...options }, { out, err }) {
      const request = checkRequest(options);
      const contract = new Contract(root);
      const files = await filesOf(
        planOperation(request, contract, date),
        contract,
      );
      out(writeAndReport(root, files, dryRun));
      if (dryRun) err('Nothing was written.\n');
      else
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
