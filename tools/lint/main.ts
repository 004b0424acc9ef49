/** The command `npm run lint`: see `npm run lint -- --help`. */
import {
  CommandError,
  defineCommand,
  Option,
  runCommand,
} from '@agent-conversation/cli';
import { repository, runProgram } from '@agent-conversation/shared/process';
import { explainRule, listRules } from './explain.ts';
import { type Diagnostic, oneLine } from './diagnostic.ts';
import { lintContract } from './lint-contract.ts';

export const lint = defineCommand({
  name: 'npm run lint',
  summary:
    'Lints the contract with its workflows, then the code of the repository.',
  options: (program) =>
    program
      .addOption(
        new Option('--only <WHAT>', 'lint one of them').choices([
          'contract',
          'code',
        ]),
      )
      .addOption(
        new Option(
          '--explain <ID>',
          'explain a rule; contract- may be left out',
        ).conflicts('only'),
      )
      .addOption(
        new Option('--list', 'list the rules of this contract').conflicts([
          'only',
          'explain',
        ]),
      ),
  exitCodes: {
    0: 'nothing to report',
    1: 'at least one diagnostic',
    2: 'lint could not run',
  },
  async run({ only, explain, list }, { out }) {
    if (list) {
      out(listRules());
      return 0;
    }
    if (explain !== undefined) {
      out(await explainRule(explain.trim(), repository));
      return 0;
    }
    const results: Diagnostic[] = [];
    if (only !== 'code') {
      const diagnostics = await lintContract(repository);
      out(report('Contract', diagnostics, explainHint));
      results.push(...diagnostics);
    }
    if (only !== 'contract') {
      const diagnostics = await lintCode();
      out(report('Code', diagnostics));
      results.push(...diagnostics);
    }
    return results.length === 0 ? 0 : 1;
  },
});

const explainHint = 'How to fix one: npm run lint -- --explain RULE\n';

function report(
  what: string,
  diagnostics: readonly Diagnostic[],
  hint = '',
): string {
  if (diagnostics.length === 0) return `${what}: no errors, no warnings\n`;
  const lines = diagnostics.map(
    ({ file, line, column, severity, rule, message }) =>
      `${file}:${line}:${column}  ${severity}  ${rule}  ${message}\n`,
  );
  const errors = diagnostics.filter(
    ({ severity }) => severity === 'error',
  ).length;
  const warnings = diagnostics.length - errors;
  const counts = `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
  return `${lines.join('')}${what}: ${counts}\n${hint}`;
}

function counted(number: number, what: string): string {
  return `${number || 'no'} ${what}${number === 1 ? '' : 's'}`;
}

/** Runs oxlint, silently if all is well. Turbo builds the packages whose types the code uses. */
async function lintCode(): Promise<readonly Diagnostic[]> {
  const task = 'run //#code --output-logs=errors-only --log-prefix=none';
  const args = [...task.split(' '), '--', '--format=json'];
  const { ok, stdout, output } = await runProgram('turbo', args, {
    cwd: repository,
  });
  if (ok) return [];
  const [json] = /^\{ "diagnostics"[^]*^ *\}$/m.exec(stdout) ?? [];
  if (json === undefined)
    throw new CommandError(`The code cannot be linted:\n${output}`);
  const { diagnostics } = JSON.parse(json) as {
    diagnostics: OxlintDiagnostic[];
  };
  return diagnostics.map(
    ({ filename, code, message, help, severity, labels }) => ({
      file: filename,
      line: labels[0]?.span.line ?? 1,
      column: labels[0]?.span.column ?? 1,
      severity: severity === 'error' ? 'error' : 'warning',
      rule: code ?? 'oxlint',
      message: oneLine(`${message} ${help ?? ''}`),
    }),
  );
}

interface OxlintDiagnostic {
  readonly filename: string;
  readonly code?: string;
  readonly message: string;
  readonly help?: string;
  readonly severity: string;
  readonly labels: readonly {
    readonly span: { readonly line: number; readonly column: number };
  }[];
}

if (import.meta.main)
  process.exitCode = await runCommand(lint, process.argv.slice(2));
