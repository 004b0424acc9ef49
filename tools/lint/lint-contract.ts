/** Lints a contract: its files as text, the split source with Redocly, and the bundle with Spectral. */
import * as fs from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { CommandError, nearest } from '@agent-conversation/cli';
import { runProgram } from '@agent-conversation/shared/process';
import { SourceFiles } from '@agent-conversation/cli/source';
import { type Ruleset, Spectral } from '@stoplight/spectral-core';
import { builtins } from '@stoplight/spectral-ruleset-bundler/plugins/builtins';
import { commonjs } from '@stoplight/spectral-ruleset-bundler/plugins/commonjs';
import { bundleAndLoadRuleset } from '@stoplight/spectral-ruleset-bundler/with-loader';
import { checkMeaning, checkTexts, sourceNames } from './checks.ts';
import { type Diagnostic, oneLine } from './diagnostic.ts';
import { checkSyntax } from './files/yaml.ts';
import { checkCircles } from './schemas/circles.ts';

const main = 'openapi/openapi.yaml';

/**
 * Lints the contract in `openapi/` of a folder, with the folder's `redocly.yaml` and `.spectral.yaml`, and all
 * Markdown.
 *
 * @returns what is wrong, by file and position; every position is one in a source file
 * @throws {CommandError} when there is no contract, or when a linter cannot run
 */
export async function lintContract(
  root: string,
): Promise<readonly Diagnostic[]> {
  const files = new SourceFiles(resolve(root));
  for (const file of [main, 'redocly.yaml', '.spectral.yaml']) {
    if (!files.exists(file))
      throw new CommandError(`There is no ${file} in ${files.root}`);
  }
  const names = sourceNames(files);
  const readable = [...names.contract, ...names.workflows, ...names.statements];
  const syntax = checkSyntax(files, readable);
  // Nothing else can be read then: what the linters report would only repeat it.
  if (syntax.length > 0) return syntax;
  const contract = { files, document: files.bundle() };
  const texts = checkTexts(contract, names);
  const circles = checkCircles(contract);
  // What follows references would repeat it.
  if (circles.length > 0) return sorted([...texts, ...circles]);
  const linters = Promise.all([
    runRedocly(files.root, [main, ...names.workflows]),
    loadRuleset(join(files.root, '.spectral.yaml')).then((ruleset) =>
      runSpectral(ruleset, contract.document, files),
    ),
  ]);
  // While Redocly runs in its own process.
  const meaning = checkMeaning(contract, names);
  const linted = (await linters).flat();
  if (linted.some(({ rule }) => rule === 'no-unresolved-refs')) {
    return sorted(
      [...texts, ...linted].filter((diagnostic) => !isEcho(diagnostic)),
    );
  }
  return sorted([...texts, ...withoutRepetitions(meaning, linted)]);
}

const echoes = [
  'contract/reachable-files',
  'contract/markdown-links',
  'no-unused-components',
  'invalid-ref',
];

/** Behind a `$ref` that leads nowhere, much seems to be unused, and examples cannot be validated. */
function isEcho({ rule, message }: Diagnostic): boolean {
  const isOfExample =
    /can't resolve reference|^Example validation errored/.test(message);
  return echoes.includes(rule) || isOfExample;
}

function sorted(all: readonly Diagnostic[]): readonly Diagnostic[] {
  const unique = new Map(all.map((each) => [JSON.stringify(each), each]));
  return [...unique.values()].toSorted((a, b) => {
    if (a.file !== b.file) return a.file < b.file ? -1 : 1;
    return a.line - b.line || a.column - b.column;
  });
}

/** What they report makes examples invalid, or keeps them from being validated. */
const unusable = [
  'contract-satisfiable',
  'contract-patterns',
  'contract-nulls',
  'contract-discriminators',
];

/**
 * Returns all diagnostics without those that follow from another one: what two linters report at one line, and examples
 * of schemas that nothing satisfies or that cannot be compiled.
 */
function withoutRepetitions(
  meaning: readonly Diagnostic[],
  linted: readonly Diagnostic[],
): readonly Diagnostic[] {
  const isUnusable = [...meaning, ...linted].some(({ rule }) =>
    unusable.includes(rule),
  );
  const lines = new Set(meaning.map(({ file, line }) => `${file}:${line}`));
  const placeOf = ({ file, line, rule }: Diagnostic) =>
    `${file}:${line} ${rule}`;
  const reasons = linted.filter((it) => !isOfUnion(it)).map(placeOf);
  const others = linted.filter((diagnostic) => {
    const { file, line, rule } = diagnostic;
    if (isUnusable && /^no-invalid-.*-examples$/.test(rule)) return false;
    if (isOfUnion(diagnostic) && reasons.includes(placeOf(diagnostic)))
      return false;
    return rule.startsWith('contract') || !lines.has(`${file}:${line}`);
  });
  return [...meaning, ...others];
}

/** An example that matches no alternative is reported as that, once more for null, and with what is wrong in it. */
function isOfUnion({ message }: Diagnostic): boolean {
  return /must match (a schema in anyOf|exactly one schema in oneOf)|type must be null/.test(
    message,
  );
}

interface Problem {
  readonly ruleId: string;
  readonly severity: string;
  readonly message: string;
  readonly suggest: readonly string[];
  readonly location: readonly {
    readonly source: { readonly ref: string };
    readonly start: { readonly line: number; readonly col: number };
  }[];
}

/** Runs Redocly on documents below a folder, in one process. */
export async function runRedocly(
  root: string,
  documents: readonly string[],
): Promise<readonly Diagnostic[]> {
  const args = ['lint', ...documents, '--format=json', '--max-problems=10000'];
  const env = {
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  };
  const { stdout, output } = await runProgram('redocly', args, {
    cwd: root,
    env,
  });
  // One JSON object for each document.
  const reports = stdout
    .split(/(?<=^\})\s*(?=\{)/m)
    .filter((text) => text.trim() !== '');
  if (reports.length < documents.length) {
    throw new CommandError(`Redocly did not finish:\n${output}`);
  }
  return reports
    .flatMap((text) => (JSON.parse(text) as { problems: Problem[] }).problems)
    .map((problem) => {
      const [at] = problem.location;
      return {
        file: at?.source.ref ?? documents[0] ?? '',
        line: at?.start.line ?? 1,
        column: at?.start.col ?? 1,
        severity: problem.severity === 'error' ? 'error' : 'warning',
        rule: problem.ruleId,
        message: redoclyMessage(problem),
      };
    });
}

function redoclyMessage({ message, suggest }: Problem): string {
  const [, folderName] = /received a folder at (.*?)\.?$/.exec(message) ?? [];
  if (folderName !== undefined)
    return `This $ref leads to a folder: ${basename(folderName)}. Name a file.`;
  const [, missing] = /no such file or directory '(.*)'/.exec(message) ?? [];
  if (missing !== undefined) {
    const folder = dirname(missing);
    const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
    const hint = nearest(basename(missing), names);
    const question = hint === undefined ? '' : `, did you mean ${hint}?`;
    return `The file of this $ref does not exist: ${basename(missing)}${question}`;
  }
  const [hint] = suggest;
  return oneLine(
    hint === undefined ? message : `${message} Did you mean ${hint}?`,
  );
}

/**
 * Loads a ruleset as the `spectral` command does, with the rulesets that it extends.
 *
 * @throws {CommandError} naming what is wrong in it
 */
export async function loadRuleset(file: string): Promise<Ruleset> {
  try {
    return await bundleAndLoadRuleset(file, { fs, fetch }, [
      builtins(),
      commonjs(),
    ]);
  } catch (error) {
    const { errors = [error] } = error as { errors?: readonly unknown[] };
    const faults = errors.map((each) => {
      const { message, path = [] } = each as {
        message: string;
        path?: readonly string[];
      };
      return oneLine([path.join('.'), message].join(' '));
    });
    throw new CommandError(
      `${basename(file)} is not a valid ruleset: ${faults.join('; ')}`,
    );
  }
}

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
    ...files.locate(path),
    // Spectral's number for an error is 0; the others are warnings here.
    severity: severity ? 'warning' : 'error',
    rule: String(code),
    message: oneLine(message),
  }));
}
