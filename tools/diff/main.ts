/** The command `npm run diff`. */
import { dirname, basename, resolve } from 'node:path';
import { styleText } from 'node:util';
import {
  CommandError,
  defineCommand,
  Option,
  runCommand,
  UsageError,
} from '@agent-conversation/cli';
import { writeFiles } from '@agent-conversation/cli/files';
import { type Ended, turbo } from '@agent-conversation/shared/process';
import { explain } from './explain.ts';
import type { Review } from './model.ts';
import {
  jsonReport,
  markdownReport,
  type Paint,
  prettyReport,
  resultOf,
} from './report.ts';
import { ownRoot, reviewContract, reviewFiles } from './review.ts';
import { canCompile } from './sources.ts';

export const diff = defineCommand({
  name: 'npm run diff',
  summary:
    'Compares the contract with its last release: what changed, who is affected, how to migrate, which version it ' +
    'needs, and whether approvals, changesets and versions are complete.',
  options: (program) =>
    program
      .addOption(
        new Option('--format <FORMAT>', 'of the report')
          .choices(['pretty', 'markdown', 'json'] as const)
          .default('pretty' as const),
      )
      .option('--output <FILE>', 'write the report into a file')
      .option(
        '--build',
        'build the contract and the client first; `npm run diff` does',
      )
      .option(
        '--brief',
        'of the changes, show those that lack a valid approval (pretty)',
      )
      .option(
        '--base <FILE>',
        'compare with this bundle instead of the last release',
      )
      .option(
        '--current <FILE>',
        'with --base: compare this bundle (YAML or JSON) instead of the contract',
      )
      .addOption(
        new Option(
          '--since <REF>',
          'report what this branch changes, since its last common commit with a branch, tag or commit',
        ).conflicts(['base', 'current']),
      )
      .addOption(
        new Option(
          '--explain <ID>',
          'explain a rule or a diagnostic of the report',
        ).conflicts(['base', 'current', 'output', 'since']),
      ),
  notes: `A breaking change of what is documented or observed needs a record in openapi/approvals.yaml; every change needs a
changeset in .changeset/. The report prints what is missing, ready to be pasted. With --since, the changes of the branch
need a changeset of the branch: those that were there before belong to earlier changes. With --current, neither
approvals, changesets nor versions are checked. NO_COLOR=1 turns colors off.`,
  exitCodes: {
    0: 'nothing to fix (with --current: no breaking changes)',
    1: 'problems (with --current: breaking changes)',
    2: 'wrong options, or a file that cannot be read',
  },
  async run(
    { format, output, build, brief, base, current, since, explain: id },
    { out, err },
  ) {
    if (id !== undefined) {
      out(explain(id.trim()));
      return 0;
    }
    if (current !== undefined && base === undefined)
      throw new UsageError('--current needs --base FILE');
    const compiled =
      build === true && current === undefined ? await buildFirst() : undefined;
    const review = await (current === undefined
      ? reviewContract({
          base: base === undefined ? undefined : resolve(base),
          since,
        })
      : reviewFiles(base!, current));
    const paint: Paint = (color, text) =>
      output === undefined ? styleText(color, text) : text;
    const pretty = (it: Review) =>
      prettyReport(it, { paint, isBrief: brief === true });
    const report = { pretty, markdown: markdownReport, json: jsonReport }[
      format
    ](review);
    if (output === undefined) out(report);
    else
      writeFiles(dirname(resolve(output)), [
        { file: basename(output), content: report },
      ]);
    if (format !== 'pretty' || output !== undefined) {
      for (const { location, message } of review.diagnostics)
        err(`${location.file}:${location.line}: ${message}\n`);
      err(`${resultOf(review)}.\n`);
    }
    if (base === undefined && !canCompile(ownRoot)) {
      err('Source compatibility was not checked: run `npm run build` first.\n');
    }
    if (compiled?.ok === false) {
      err(
        `The client does not compile with this contract; paths are relative to it:\n${compiled.output}\n`,
      );
      return 1;
    }
    if (current === undefined) return review.diagnostics.length === 0 ? 0 : 1;
    return review.changes.some(({ effect }) => effect === 'breaking') ? 1 : 0;
  },
});

/** Builds what is compared. Returns how the build of the client ended: changes of the contract can break its code. */
async function buildFirst(): Promise<Ended> {
  const build = (name: string) =>
    turbo(['build', `--filter=@agent-conversation/${name}`], { cwd: ownRoot });
  const contract = await build('openapi');
  if (!contract.ok) {
    throw new CommandError(
      'The contract cannot be bundled: `npm run lint -- --only contract` says why',
    );
  }
  return await build('client');
}

if (import.meta.main)
  process.exitCode = await runCommand(diff, process.argv.slice(2));
