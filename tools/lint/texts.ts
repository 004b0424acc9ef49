/** Checks of the source files as text, and of the list of decisions. */
import { globSync } from 'node:fs';
import { decisionRow, decisionSection } from '@agent-conversation/cli/decisions';
import type { SourceFile, SourceFiles } from '@agent-conversation/cli/source';
import { type Scalar, visit } from 'yaml';
import type { Diagnostic } from './lint-contract.ts';
import { object, parts } from './spectral/lib/document.js';

const yamlFiles = 'openapi/{openapi.yaml,{paths,components,workflows}/**/*.yaml,changelog.yaml}';
const otherFiles = 'openapi/{*.md,samples/**/*.*}';

/** Reports YAML that cannot be read, CRLF line ends, and numbers such as `0144`. */
export function checkTexts(files: SourceFiles): readonly Diagnostic[] {
  const [yaml = [], others = []] = [yamlFiles, otherFiles].map((pattern) =>
    globSync(pattern, { cwd: files.root }).toSorted(),
  );
  return [
    ...[...yaml, ...others].flatMap((file) => checkLineEnds(file, files.text(file))),
    ...yaml.flatMap((file) => checkYaml(files.yaml(file))),
  ];
}

function checkLineEnds(file: string, text: string): readonly Diagnostic[] {
  const at = text.indexOf('\r');
  if (at < 0) return [];
  const message =
    'Lines must end with LF, not CRLF: save the file with LF (`npm run format` converts it).';
  return [{ ...position(file, text, at), severity: 'error', rule: 'contract/line-ends', message }];
}

function checkYaml(source: SourceFile): readonly Diagnostic[] {
  const numbers: Scalar[] = [];
  visit(source.document, {
    Scalar(_, node) {
      if (node.type === 'PLAIN' && /^[-+]?0\d+$/.test(node.source ?? '')) numbers.push(node);
    },
  });
  const at = (offset = 0) => ({ ...source.at(offset), severity: 'error' as const });
  return [
    // The first only: those that follow are mostly consequences.
    ...source.document.errors.slice(0, 1).map(({ pos, message }) => ({
      ...at(pos[0]),
      rule: 'contract/yaml',
      message: `The YAML is invalid: ${message.replace(/[.:]$/, '')}.`,
    })),
    ...numbers.map(({ range, source: text = '' }) => ({
      ...at(range?.[0]),
      rule: 'contract/leading-zero',
      message: `The number \`${text}\` must have no leading zero, as YAML 1.1 reads it as octal: write \`${Number(text)}\`, or quote it if it is a text.`,
    })),
  ];
}

const file = 'openapi/decisions.md';
const form =
  'be `## D07 · Title`, a line `2026-11-21 · assumed`, or `documented`, or `observed · evidence`, and paragraphs **Documented:**, **Chosen:** and **Alternatives:**; or a row `| D07 | Title | Documented | Chosen | 2026-11-21 · assumed |`';

/**
 * Reports what is wrong with `decisions.md`, and each decision that the bundle names without an entry there.
 */
export function checkDecisions(files: SourceFiles, document: unknown): readonly Diagnostic[] {
  const rule = { severity: 'error', rule: 'contract-decision' } as const;
  if (!files.exists(file)) {
    const message = 'The list of decisions is missing: an `x-decision` has its reasons there.';
    return [{ file, line: 1, column: 1, ...rule, message }];
  }
  const text = files.text(file);
  const faultAt = (index: number, message: string) => ({
    ...position(file, text, index),
    ...rule,
    message,
  });
  const named = parts(document).flatMap(({ node, path }) => [
    ...('x-decision' in node ? [{ id: node['x-decision'], path: [...path, 'x-decision'] }] : []),
    ...Object.entries(object(node['x-assumed'])).map(([aspect, id]) => ({
      id,
      path: [...path, 'x-assumed', aspect],
    })),
  ]);
  const entries = [...text.matchAll(/^(?:## |\| )(D\d+)\b.*/gm)];
  const ids = entries.map(([, id = '']) => id);
  const isWhole = ([, , , , body = '']: readonly string[]) =>
    ['Documented', 'Chosen', 'Alternatives'].every((it) => body.includes(`**${it}:** `));
  const formed = [...text.matchAll(decisionSection)].filter(isWhole);
  const starts = [...formed, ...text.matchAll(decisionRow)].map(({ index }) => index);
  return [
    ...named.flatMap(({ id, path }) => {
      const isId = /^D\d\d$/.test(String(id));
      if (isId && ids.includes(String(id))) return [];
      const message = `\`${path.at(-1)}: ${String(id)}\` must name an entry of ${file}: write \`## ${isId ? String(id) : 'D07'} · Title\` there, or fix the number.`;
      return [{ ...files.locate(path), ...rule, message }];
    }),
    ...entries.flatMap(({ 0: line, index }, i) => {
      const [id = ''] = ids.slice(i);
      const number = ids.toSorted().indexOf(id) + 1;
      const faults = [
        !starts.includes(index) && `The entry \`${line}\` must ${form}.`,
        ids.indexOf(id) < i && `${id} must have one entry: take another number, or remove one.`,
        ids.indexOf(id) === i &&
          Number(id.slice(1)) !== number &&
          `The entries must be numbered without gaps: ${id} is entry ${number}.`,
      ];
      return faults.filter((it) => it !== false).map((message) => faultAt(index, message));
    }),
    ...[...text.matchAll(/\b\d{4}-\d\d-\d\d\b/g)]
      .filter(([date]) => !isDate(date))
      .map(({ 0: date, index }) =>
        faultAt(index, `\`${date}\` must be a date of the calendar: fix it.`),
      ),
  ];
}

function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function position(name: string, text: string, offset: number) {
  const lines = text.slice(0, offset).split('\n');
  return { file: name, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
