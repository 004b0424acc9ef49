/** Lints a contract: its files as text, the split source with Redocly, and the bundle with Spectral. */
import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { CommandError, nearest } from '@agent-conversation/cli';
import { type Ruleset, Spectral } from '@stoplight/spectral-core';
import { builtins } from '@stoplight/spectral-ruleset-bundler/plugins/builtins';
import { commonjs } from '@stoplight/spectral-ruleset-bundler/plugins/commonjs';
import { bundleAndLoadRuleset } from '@stoplight/spectral-ruleset-bundler/with-loader';
import { bundle, type Diagnostic, locate, SourceFiles } from './source.ts';
import { checkDecisions, checkTexts } from './texts.ts';

export type { Diagnostic } from './source.ts';

/**
 * Lints the contract in `openapi/` of a folder, with the folder's `redocly.yaml` and `.spectral.yaml`.
 *
 * @returns what is wrong, by file and position; every position is one in a source file
 * @throws {CommandError} when there is no contract, or when a linter cannot run
 */
export async function lintContract(root: string): Promise<readonly Diagnostic[]> {
  const files = new SourceFiles(resolve(root));
  for (const file of ['openapi/openapi.yaml', 'redocly.yaml', '.spectral.yaml']) {
    if (!files.exists(file)) throw new CommandError(`There is no ${file} in ${files.root}`);
  }
  const texts = checkTexts(files);
  // Nothing else can be read then: what the linters report would only repeat it.
  if (texts.some(({ rule }) => rule === 'contract/yaml')) return texts;
  const document = bundle(files);
  const [onSource, onBundle] = await Promise.all([
    runRedocly(files.root, ['openapi/openapi.yaml', ...workflows(files.root)]),
    loadRuleset(join(files.root, '.spectral.yaml')).then((it) => runSpectral(it, document, files)),
  ]);
  // Behind a `$ref` that leads nowhere, much seems to be unused.
  const isBroken = onSource.some(({ rule }) => rule === 'no-unresolved-refs');
  const echoes = ['contract/reachable-files', 'no-unused-components', 'invalid-ref'];
  const all = [
    ...texts,
    ...[...onSource, ...onBundle].filter(({ rule }) => !isBroken || !echoes.includes(rule)),
    ...(isBroken ? [] : checkDecisions(files, document)),
  ];
  const unique = new Map(all.map((each) => [JSON.stringify(each), each]));
  return [...unique.values()].toSorted((a, b) =>
    a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column,
  );
}

function workflows(root: string): readonly string[] {
  return fs.globSync('openapi/workflows/*.yaml', { cwd: root }).toSorted();
}

interface Problem {
  readonly ruleId: string;
  readonly severity: string;
  readonly message: string;
  readonly suggest: readonly string[];
  readonly location: readonly {
    readonly source: { readonly ref: string };
    readonly pointer?: string;
    readonly start: { readonly line: number; readonly col: number };
  }[];
}

/** Runs Redocly on documents below a folder, in one process. */
export async function runRedocly(
  root: string,
  documents: readonly string[],
): Promise<readonly Diagnostic[]> {
  const cli = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
  const args = ['lint', ...documents, '--format=json', '--max-problems=10000'];
  const env = {
    ...process.env,
    DO_NOT_TRACK: '1',
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  };
  const [stdout, stderr] = await new Promise<[string, string]>((done) => {
    const options = { cwd: root, env, maxBuffer: 2 ** 28 };
    execFile(process.execPath, [cli, ...args], options, (_, out, err) => done([out, err]));
  });
  // One JSON object for each document.
  const reports = stdout.split(/(?<=^\})\s*(?=\{)/m).filter((text) => text.trim() !== '');
  if (reports.length < documents.length) {
    throw new CommandError(`Redocly did not finish:\n${stderr.trim() || stdout.trim()}`);
  }
  const problems = reports.flatMap(
    (text) => (JSON.parse(text) as { problems: Problem[] }).problems,
  );
  // Examples cannot be validated behind a `$ref` that leads nowhere, which is reported itself.
  const isEcho = ({ message }: Problem) => message.includes("can't resolve reference");
  const isBroken = problems.some(({ ruleId }) => ruleId === 'no-unresolved-refs');
  return problems
    .filter((problem) => !(isBroken && isEcho(problem)))
    .map((problem) => {
      const [at] = problem.location;
      return {
        file: at?.source.ref ?? documents[0] ?? '',
        line: at?.start.line ?? 1,
        column: at?.start.col ?? 1,
        severity: problem.severity === 'error' ? 'error' : 'warning',
        rule: problem.ruleId,
        message: redoclyMessage(problem),
        ...(at?.pointer === undefined ? {} : { pointer: at.pointer }),
      };
    });
}

function redoclyMessage({ message, suggest }: Problem): string {
  const [, missing] = /no such file or directory '(.*)'/.exec(message) ?? [];
  if (missing !== undefined) {
    const folder = dirname(missing);
    const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
    const hint = nearest(basename(missing), names);
    return `The file of this $ref does not exist: ${basename(missing)}${hint === undefined ? '' : `, did you mean ${hint}?`}`;
  }
  const [hint] = suggest;
  return oneLine(hint === undefined ? message : `${message} Did you mean ${hint}?`);
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

/**
 * Loads a ruleset as the `spectral` command does, with the rulesets that it extends.
 *
 * @throws {CommandError} naming what is wrong in it
 */
export async function loadRuleset(file: string): Promise<Ruleset> {
  try {
    return await bundleAndLoadRuleset(file, { fs, fetch }, [builtins(), commonjs()]);
  } catch (error) {
    const { errors = [error] } = error as { errors?: readonly unknown[] };
    const faults = errors.map((each) => {
      const { message, path = [] } = each as { message: string; path?: readonly string[] };
      return oneLine([path.join('.'), message].join(' '));
    });
    throw new CommandError(`${basename(file)} is not a valid ruleset: ${faults.join('; ')}`);
  }
}

/** Spectral's numbers of severities; the others are warnings here. */
const levels: Readonly<Record<number, 'error'>> = { 0: 'error' };

/** Runs a ruleset on the bundle, and reports where the source has the fault. */
export async function runSpectral(
  ruleset: Ruleset,
  document: unknown,
  files: SourceFiles,
): Promise<readonly Diagnostic[]> {
  const spectral = new Spectral();
  spectral.setRuleset(ruleset);
  const results = await spectral.run(document as Record<string, unknown>);
  return results.map(({ code, path, message, severity }) => ({
    ...locate(files, path),
    severity: levels[severity] ?? 'warning',
    rule: String(code),
    message: oneLine(message),
  }));
}
