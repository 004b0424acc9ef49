/** Checks of `openapi/decisions.md`: what the contract refers to, its form, and its evidence. */
import { join } from 'node:path';
import {
  type Decision,
  readDecisions,
} from '@agent-conversation/cli/decisions';
import {
  type EvidenceName,
  findEvidence,
  nameOf,
  readEvidenceNames,
} from '@agent-conversation/cli/evidence';
import type { SourceFiles } from '@agent-conversation/cli/source';
import { textOf } from '@agent-conversation/contract';
import { type Diagnostic, errorAt, hintFor, Report } from './diagnostic.ts';
import { object, parts } from './spectral/lib/document.js';

const file = 'openapi/decisions.md';
const evidenceFolder = 'openapi/evidence';

/** The sources that a decision may name as read, beside the editions. */
const otherSources = ['hosted', 'deployments', 'published description'];

const form = [
  'be `## D07 · Title`, a line `2026-11-21 · assumed`, `documented` or `observed`,',
  'and paragraphs **Documented:**, **Chosen:** and **Alternatives:**;',
  'or a row `| D07 | Title | Documented | Chosen | 2026-11-21 · assumed |`',
].join(' ');
const evidenceForm = [
  '`**Evidence:** `1.5.0 startSandbox/unknown-spec`, read (1.11.0, 2026-11-22).`,',
  'or in a row `observed · ` and the same',
].join(' ');

type ReportAt = (offset: number, message: string) => void;

/** An entry, whatever its form. */
interface Entry {
  readonly id: string;
  readonly line: string;
  readonly offset: number;
}

/**
 * Reports what is wrong with `decisions.md`, and each decision that the bundle names without an entry there.
 */
export function checkDecisions(
  files: SourceFiles,
  document: unknown,
): readonly Diagnostic[] {
  if (!files.exists(file)) {
    const message =
      'The list of decisions is missing: an `x-decision` has its reasons there.';
    return [errorAt(file, '', 0, 'contract-decision', message)];
  }
  // CRLF has a rule of its own.
  const text = files.text(file).replaceAll('\r\n', '\n');
  const entries = entriesOf(text);
  const decisions = readDecisions(text).entries;
  const diagnostics: Diagnostic[] = [];
  const reporter =
    (rule: string): ReportAt =>
    (offset, message) =>
      diagnostics.push(errorAt(file, text, offset, rule, message));

  const report = reporter('contract-decision');
  checkForm(entries, decisions, report);
  checkNumbers(entries, report);
  checkDates(text, report);
  checkEvidence(
    decisions,
    readEvidenceNames(join(files.root, evidenceFolder)),
    reporter('contract-evidence'),
  );
  return [...checkReferences(files, document, entries), ...diagnostics];
}

function entriesOf(text: string): readonly Entry[] {
  const matches = [...text.matchAll(/^(?:## |\| )(D\d+)\b.*/gm)];
  return matches.map(({ 0: line, 1: id = '', index }) => ({
    id,
    line,
    offset: index,
  }));
}

/** Reports each number in the bundle that no entry has. */
function checkReferences(
  files: SourceFiles,
  document: unknown,
  entries: readonly Entry[],
): readonly Diagnostic[] {
  const ids = new Set(entries.map(({ id }) => id));
  const report = new Report(files, 'contract-decision');
  const references = parts(document).flatMap(({ node, path }) => [
    { id: node['x-decision'], path: [...path, 'x-decision'] },
    ...Object.entries(object(node['x-assumed'])).map(([aspect, id]) => {
      return { id, path: [...path, 'x-assumed', aspect] };
    }),
  ]);
  for (const { id, path } of references) {
    const number = textOf(id);
    if (id === undefined || ids.has(number)) continue;
    const example = /^D\d\d$/.test(number) ? number : 'D07';
    const problem = `\`${path.at(-1)}: ${number}\` must name an entry of ${file}`;
    const message = `${problem}: write \`## ${example} · Title\` there, or fix the number.`;
    report.add(path, message);
  }
  return report.diagnostics;
}

function checkForm(
  entries: readonly Entry[],
  decisions: readonly Decision[],
  report: ReportAt,
): void {
  const isRow = ({ line }: Entry) => line.startsWith('|');
  const paragraphs = ['Documented', 'Chosen', 'Alternatives'];
  for (const entry of entries) {
    const decision = decisions.find(({ offset }) => offset === entry.offset);
    const hasParagraphs = paragraphs.every((name) =>
      decision?.markdown.includes(`**${name}:** `),
    );
    if (!decision || (!isRow(entry) && !hasParagraphs)) {
      report(entry.offset, `The entry \`${entry.line}\` must ${form}.`);
    }
  }
}

function checkNumbers(entries: readonly Entry[], report: ReportAt): void {
  const numbers = new Set(entries.map(({ id }) => Number(id.slice(1))));
  const seen = new Set<string>();
  for (const { id, offset } of entries) {
    const before = Number(id.slice(1)) - 1;
    if (seen.has(id)) {
      report(
        offset,
        `${id} must have one entry: take another number, or remove one.`,
      );
    } else if (before > 0 && !numbers.has(before)) {
      report(
        offset,
        `The entries must be numbered without gaps: none is right before ${id}.`,
      );
    }
    seen.add(id);
  }
}

function checkDates(text: string, report: ReportAt): void {
  for (const { 0: date, index } of text.matchAll(/\b\d{4}-\d\d-\d\d\b/g)) {
    const json: string | null = new Date(`${date}T00:00Z`).toJSON();
    if (!json?.startsWith(date))
      report(index, `\`${date}\` must be a date of the calendar: fix it.`);
  }
}

/** Reports observed decisions without evidence, and names of exchanges and sources that do not exist. */
function checkEvidence(
  decisions: readonly Decision[],
  recorded: readonly EvidenceName[],
  report: ReportAt,
): void {
  const editions = [...new Set(recorded.map(({ edition }) => edition))];
  // With and without their edition.
  const names = recorded.flatMap((it) => [
    nameOf(it),
    `${it.operationId}/${it.name}`,
  ]);
  for (const { id, provenance, offset, evidence } of decisions) {
    if (
      !evidence ||
      evidence.exchanges.length + evidence.sources.length === 0
    ) {
      if (provenance === 'observed') {
        report(
          offset,
          `${id} is observed, so it must name recorded exchanges or what was read: write ${evidenceForm}.`,
        );
      }
      continue;
    }
    for (const { name, offset: at } of evidence.exchanges) {
      if (findEvidence(recorded, name).length > 0) continue;
      const unknown = `${id} names the exchange \`${name}\`, which ${evidenceFolder} does not have`;
      const hint = hintFor(name, names, 'record it, or fix the name');
      report(at, `${unknown}: ${hint}.`);
    }
    for (const { source } of evidence.sources) {
      const isVersion = /^\d+\.\d+\.\d+$/.test(source);
      if (isVersion || otherSources.includes(source)) continue;
      const allowed = [...otherSources, ...editions].join(', ');
      report(
        evidence.offset,
        `${id} names the source \`${source}\`, which must be an edition or one of ${allowed}.`,
      );
    }
    if (evidence.rest) {
      report(
        evidence.offset,
        `The evidence of ${id} has \`${evidence.rest}\`, and must be a list: write ${evidenceForm}.`,
      );
    }
  }
}
