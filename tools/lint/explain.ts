/** What `--list` and `--explain` print. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CommandError, nearest } from '@agent-conversation/cli';
import { loadRuleset } from './lint-contract.ts';

/** The sections of RULES.md by the id of their rule. */
export function readRules(): ReadonlyMap<string, string> {
  const text = readFileSync(join(import.meta.dirname, 'RULES.md'), 'utf8');
  const sections = text.split(/^(?=## )/m).slice(1);
  return new Map(sections.map((section) => [/^## (\S+)/.exec(section)?.[1] ?? '', section]));
}

/** The rules of this contract, one a line: the id and the first sentence of its section. */
export function listRules(): string {
  const rules = [...readRules()];
  const width = Math.max(...rules.map(([id]) => id.length));
  return rules.map(([id, text]) => `${id.padEnd(width)}  ${text.split('\n')[2]}\n`).join('');
}

/**
 * Explains a rule: its section of RULES.md, or what is known of a rule of Spectral or Redocly and why it is
 * off here.
 *
 * @param id `contract-` and `contract/` may be left out
 * @throws {CommandError} for an unknown id, with the nearest one
 */
export async function explainRule(id: string, root: string): Promise<string> {
  const own = readRules();
  for (const name of [id, `contract-${id}`, `contract/${id}`]) {
    const section = own.get(name);
    if (section !== undefined) return `${section.trim()}\n`;
  }
  const { rules } = await loadRuleset(join(root, '.spectral.yaml'));
  const rule = rules[id];
  const found = [];
  if (rule) {
    const text = rule.description ?? rule.message ?? '';
    found.push('A rule of Spectral.', text.trim(), offReason(join(root, '.spectral.yaml'), id));
  }
  if (isOfRedocly(id)) {
    const page = `https://redocly.com/docs/cli/rules/oas/${id}`;
    found.push(`A rule of Redocly: ${page}`, offReason(join(root, 'redocly.yaml'), id));
  }
  if (found.length > 0) return `## ${id}\n\n${found.filter((it) => it !== '').join('\n')}\n`;
  const hint =
    nearest(id, [...own.keys(), ...Object.keys(rules)]) ??
    nearest(`contract-${id}`, [...own.keys()]);
  const advice = hint === undefined ? ': see npm run lint -- --list' : `, did you mean '${hint}'`;
  throw new CommandError(`There is no rule '${id}'${advice}`);
}

/** Whether Redocly has a rule: its package exports no list, but contains one. */
function isOfRedocly(id: string): boolean {
  const chunks = join(
    dirname(createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')),
    '../lib/chunks',
  );
  return readdirSync(chunks).some((file) =>
    readFileSync(join(chunks, file), 'utf8').includes(`"${id}":"error"`),
  );
}

/** Why a rule is off: the comment above its line. */
function offReason(file: string, id: string): string {
  const lines = readFileSync(file, 'utf8').split('\n');
  const at = lines.indexOf(`  ${id}: off`);
  if (at < 0) return '';
  const first = lines.slice(0, at).findLastIndex((line) => !line.startsWith('  #')) + 1;
  const reason = lines.slice(first, at).map((line) => line.replace('  # ', ''));
  return `Off here: ${reason.join(' ')}`;
}
