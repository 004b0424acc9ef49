/** What `--list` and `--explain` print. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError, suggestion } from '@agent-conversation/cli';
import { loadRuleset } from './lint-contract.ts';

/** The sections of RULES.md by the id of their rule. */
export function readRules(): ReadonlyMap<string, string> {
  const text = readFileSync(join(import.meta.dirname, 'RULES.md'), 'utf8');
  const sections = text.split(/^(?=## )/m).slice(1);
  return new Map(
    sections.map((section) => [/^## (\S+)/.exec(section)?.[1] ?? '', section]),
  );
}

/** The rules of this contract, one a line: the id and the first sentence of its section. */
export function listRules(): string {
  const rules = [...readRules()];
  const width = Math.max(...rules.map(([id]) => id.length));
  return rules
    .map(([id, text]) => `${id.padEnd(width)}  ${text.split('\n')[2]}\n`)
    .join('');
}

/**
 * Explains a rule: its section of RULES.md, or what is known of a rule of Spectral or Redocly and why it is
 * off here.
 *
 * @param id `contract-` and `contract/` may be left out
 * @throws {CommandError} for an unknown id, with the nearest one
 */
export async function explainRule(id: string, root: string): Promise<string> {
  const sections = readRules();
  const section =
    sections.get(id) ??
    sections.get(`contract-${id}`) ??
    sections.get(`contract/${id}`);
  if (section !== undefined) return `${section.trim()}\n`;
  const { rules } = await loadRuleset(join(root, '.spectral.yaml'));
  const lines: string[] = [];
  const ofSpectral = rules[id];
  if (ofSpectral)
    lines.push('A rule of Spectral.', ofSpectral.description ?? '');
  if (isOfRedocly(id)) {
    const address = `https://redocly.com/docs/cli/rules/oas/${id}`;
    lines.push(`A rule of Redocly: ${address}`);
  }
  if (lines.length > 0)
    return `## ${id}\n\n${[...lines, ...offReasons(id, root)].join('\n')}\n`;
  const ids = [...sections.keys()];
  const hint =
    suggestion(id, [...ids, ...Object.keys(rules)]) ||
    suggestion(`contract-${id}`, ids);
  throw new CommandError(
    `There is no rule '${id}'${hint || ': see npm run lint -- --list'}`,
  );
}

/** Whether Redocly has a rule: its package exports no list, but its presets name all of them. */
function isOfRedocly(id: string): boolean {
  const redocly = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
  const chunks = globSync(join(redocly, '../../lib/chunks/*.js'));
  const configured = [`"${id}":"error"`, `${id}:"error"`];
  return chunks.some((file) => {
    const text = readFileSync(file, 'utf8');
    return configured.some((it) => text.includes(it));
  });
}

/** Why a rule is off: the comments above it in the configuration of the linters. */
function offReasons(id: string, root: string): readonly string[] {
  const files = ['.spectral.yaml', 'redocly.yaml'].map((file) =>
    join(root, file),
  );
  const text = files.map((file) => readFileSync(file, 'utf8')).join('');
  const comments = text.matchAll(
    new RegExp(`((?:^ +# .*\\n)+) +${id}: off$`, 'gm'),
  );
  return [...comments].map(([, why]) =>
    `Off here:${why!.replaceAll(/\s+# |\n$/g, ' ')}`.trimEnd(),
  );
}
