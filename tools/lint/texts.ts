/** Checks of the source files as text, and of the list of decisions. */
import { globSync } from 'node:fs';
import { type Diagnostic, locate, scalars, type SourceFiles } from './source.ts';
import { parts } from './spectral/lib/document.js';

const yamlFiles = 'openapi/{openapi.yaml,{paths,components,workflows}/**/*.yaml,changelog.yaml}';
const otherFiles = 'openapi/{*.md,samples/**/*}';

/** The ids of the rules that this file checks, beside those of the two linters. */
export const textRules = [
  'contract/yaml',
  'contract/line-ends',
  'contract/leading-zero',
  'contract-decision',
] as const;

/** Reports YAML that cannot be read, CRLF line ends, and numbers such as `0144`. */
export function checkTexts(files: SourceFiles): readonly Diagnostic[] {
  const yaml = globSync(yamlFiles, { cwd: files.root }).toSorted();
  const others = globSync(otherFiles, { cwd: files.root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(files.root.length + 1))
    .toSorted();
  return [
    ...[...yaml, ...others].flatMap((file) => checkLineEnds(file, files.text(file))),
    ...yaml.flatMap((file) => checkYaml(file, files)),
  ];
}

function checkLineEnds(file: string, text: string): readonly Diagnostic[] {
  const at = text.indexOf('\r');
  if (at < 0) return [];
  const message =
    'Lines must end with LF, not CRLF: save the file with LF (`npm run format` converts it).';
  return [{ ...position(file, text, at), severity: 'error', rule: 'contract/line-ends', message }];
}

function checkYaml(file: string, files: SourceFiles): readonly Diagnostic[] {
  const { document, lines } = files.yaml(file);
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col, severity: 'error' } as const;
  };
  return [
    // The first only: those that follow are mostly consequences.
    ...document.errors.slice(0, 1).map(({ pos, message }) => {
      // Without the excerpt of the file, and where it is: the diagnostic has it.
      const what = message.split(/ at line \d+|\n/)[0]?.replace(/[.:]$/, '');
      return { ...at(pos[0]), rule: 'contract/yaml', message: `The YAML is invalid: ${what}.` };
    }),
    ...scalars({ file, document, lines })
      .filter(({ type, source = '' }) => type === 'PLAIN' && /^[-+]?0\d+$/.test(source))
      .map(({ range, source = '' }) => ({
        ...at(range?.[0] ?? 0),
        rule: 'contract/leading-zero',
        message: `The number \`${source}\` must have no leading zero, as YAML 1.1 reads it as octal: write \`${Number(source)}\`, or quote it if it is a text.`,
      })),
  ];
}

const decisionsFile = 'openapi/decisions.md';

/**
 * Reports what is wrong with `decisions.md`, and each `x-decision` of the bundle without an entry there. An
 * entry that no `x-decision` names has a paragraph that begins with `**Marks:** nothing`.
 */
export function checkDecisions(files: SourceFiles, document: unknown): readonly Diagnostic[] {
  const rule = { severity: 'error', rule: 'contract-decision' } as const;
  const named = parts(document).filter(({ node }) => 'x-decision' in node);
  if (!files.exists(decisionsFile)) {
    const message = 'The list of decisions is missing: an `x-decision` has its reasons there.';
    return [{ file: decisionsFile, line: 1, column: 1, ...rule, message }];
  }
  const text = files.text(decisionsFile);
  const entries = [...text.matchAll(/^## (D\d+).*(?:\r?\n(?!## ).*)*/gm)].map((match) => ({
    id: match[1] ?? '',
    heading: match[0].split(/\r?\n/)[0] ?? '',
    text: match[0],
    at: position(decisionsFile, text, match.index),
  }));
  return [
    ...named.flatMap(({ node, path }) => {
      const id = String(node['x-decision']);
      if (entries.some((entry) => entry.id === id) && /^D\d\d$/.test(id)) return [];
      const message = `\`x-decision: ${id}\` must name an entry of ${decisionsFile}: write \`## ${/^D\d\d$/.test(id) ? id : 'D07'} · Title\` there, or fix the number.`;
      return [{ ...locate(files, [...path, 'x-decision']), ...rule, message }];
    }),
    ...entries.flatMap(({ id, heading, text: entry, at }, i) => {
      const start = `## D${String(i + 1).padStart(2, '0')} · `;
      const isUsed = named.some(({ node }) => node['x-decision'] === id);
      const faults = [];
      if (!heading.startsWith(start)) {
        faults.push(
          `The entry \`${heading}\` must begin with \`${start}\`: entries are numbered in order, without gaps.`,
        );
      }
      if (!isUsed && !/^\*\*Marks:\*\* nothing/m.test(entry)) {
        faults.push(
          `${id} must be the \`x-decision\` of something: add it to what rests on it, or end the entry with \`**Marks:** nothing\` and the reason.`,
        );
      }
      return faults.map((message) => ({ ...at, ...rule, message }));
    }),
    ...[...text.matchAll(/\b(\d{4})-(\d\d)-(\d\d)\b/g)]
      .filter(([date]) => !isDate(date))
      .map((match) => ({
        ...position(decisionsFile, text, match.index),
        ...rule,
        message: `\`${match[0]}\` must be a date of the calendar: fix it.`,
      })),
  ];
}

function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function position(file: string, text: string, offset: number) {
  const lines = text.slice(0, offset).split('\n');
  return { file, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
