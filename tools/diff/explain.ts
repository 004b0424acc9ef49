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
  const { message, effect, migration = '', reason = '' } = rules[id];
  const inDirection = (direction: 'request' | 'response') =>
    effectTexts[typeof effect === 'object' ? effect[direction] : effect];
  const migrations =
    typeof migration === 'string'
      ? [['migrate', migration]]
      : [
          ['migrate', `those who send: ${migration.request}`],
          ['', `those who read: ${migration.response}`],
        ];
  const lines = [
    ['message', message],
    ['in requests', inDirection('request')],
    ['in responses', inDirection('response')],
    ['reason', reason],
    ...migrations,
  ];
  const shown = lines.filter(([, text]) => text !== '');
  return `${id}\n${shown.map(([name, text]) => `  ${name!.padEnd(12)}  ${text}\n`).join('')}`;
}

const effectTexts = {
  values:
    'breaking if a value shows it: one that is sent, and that the other side does not expect',
  sender: 'breaking for clients that send',
  receiver: 'breaking for clients that read',
  source: 'breaking for TypeScript that is compiled again',
  compatible: 'compatible',
  editorial: 'editorial',
} as const;

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
