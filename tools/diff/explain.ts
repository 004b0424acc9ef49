/** What `--explain` prints: the meaning of a rule or of a diagnostic. */
import { readFileSync } from 'node:fs';
import { CommandError, suggestion } from '@agent-conversation/cli';
import { type Rule, rules } from './rules.ts';

const isRule = (id: string): id is Rule => Object.hasOwn(rules, id);

/** @throws {CommandError} for an unknown id, with the nearest one */
export function explain(id: string): string {
  if (isRule(id)) return explainRule(id);
  const diagnostics = readDiagnostics();
  const meaning = diagnostics.get(id);
  if (meaning !== undefined) return `${id}\n  ${meaning}\n`;
  const ids = [...Object.keys(rules), ...diagnostics.keys()];
  throw new CommandError(
    `There is no rule or diagnostic '${id}'${suggestion(id, ids)}`,
  );
}

function explainRule(id: Rule): string {
  const { message, effect, migration, reason } = rules[id];
  const byDirection =
    typeof effect === 'object' ? effect : { request: effect, response: effect };
  const lines = [
    ['message', message],
    ['in requests', effectText(byDirection.request)],
    ['in responses', effectText(byDirection.response)],
    ['reason', reason ?? ''],
    ...migrationLines(migration),
  ];
  const shown = lines.filter(([, text]) => text !== '');
  return `${id}\n${shown.map(([name, text]) => `  ${name!.padEnd(12)}  ${text}\n`).join('')}`;
}

function effectText(effect: string): string {
  const texts: Readonly<Record<string, string>> = {
    values:
      'breaking if a value shows it: one that is sent, and that the other side does not expect',
    sender: 'breaking for clients that send',
    receiver: 'breaking for clients that read',
    source: 'breaking for TypeScript that is compiled again',
  };
  return texts[effect] ?? effect;
}

function migrationLines(migration: (typeof rules)[Rule]['migration'] = '') {
  if (typeof migration === 'string') return [['migrate', migration]];
  return [
    ['migrate', `those who send: ${migration.request}`],
    ['', `those who read: ${migration.response}`],
  ];
}

/** Reads the table of diagnostics in the README. */
function readDiagnostics(): ReadonlyMap<string, string> {
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  const [, table = ''] = /\| Diagnostic [^\n]*\n([^]*?)\n\n/.exec(readme) ?? [];
  const rows = table.matchAll(/^\| (`[^|]*?) *\| (.*?) *\|$/gm);
  return new Map(
    [...rows].flatMap(([, ids = '', meaning = '']) =>
      [...ids.matchAll(/`([\w-]+)`/g)].map(
        ([, id = '']) => [id, meaning] as const,
      ),
    ),
  );
}
