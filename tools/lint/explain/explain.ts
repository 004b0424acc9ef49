import { UsageError } from '../cli/options.ts';
import type { GivenId } from '../pages/complaints.ts';
import { nameOf, readPage } from '../pages/page.ts';
import { readIds, readPages } from '../pages/read-pages.ts';
import { describeForeignRule, type ForeignRule } from './foreign-rule.ts';
import { nearest } from './nearest.ts';
import { redoclyRules } from './redocly-rules.ts';
import { spectralRules } from './spectral-rules.ts';

/**
 * Explains a rule: its page if it is one of this contract, else who has made it, how it is set here and
 * where more is told of it.
 *
 * @param id as lint names it; `contract-` and `contract/` may be left out
 * @returns Markdown
 * @throws {UsageError} naming the ids that are most like it
 */
export async function explain(id: string): Promise<string> {
  const ids = readIds();
  const own = ids.find((given) => given.id === id || nameOf(given.id) === nameOf(id));
  if (own !== undefined) return explainOwn(own);

  const foreign = await foreignRules();
  const found = foreign.filter((rule) => rule.id === id);
  if (found.length > 0) return found.map(describeForeignRule).join('\n');
  throw new UsageError(`There is no rule ${JSON.stringify(id)}: ${hint(id, ids, foreign)}`);
}

function hint(id: string, ids: readonly GivenId[], foreign: readonly ForeignRule[]): string {
  const own = nearest(
    nameOf(id),
    ids.map((given) => nameOf(given.id)),
  ).map((name) => ids.find((given) => nameOf(given.id) === name)?.id ?? name);
  const others = nearest(
    id,
    foreign.map((rule) => rule.id),
  );
  const alike = [...new Set([...own, ...others])].slice(0, 3);
  return alike.length === 0
    ? 'npm run lint -- --list names those of this contract'
    : `did you mean ${alike.join(', ')}?`;
}

/** The rules of others, of which some have one name in two linters. */
export async function foreignRules(): Promise<readonly ForeignRule[]> {
  return [...(await spectralRules()), ...redoclyRules()];
}

/** The rules of this contract, one line each: the id, and what it demands. */
export function listOwnRules(): string {
  const pages = readPages();
  const rules = readIds().filter(({ retired }) => retired === undefined);
  const width = Math.max(...rules.map(({ id }) => id.length));
  return rules
    .map(
      ({ id }) => `${id.padEnd(width)}  ${readPage(pages.get(`${nameOf(id)}.md`) ?? '').summary}\n`,
    )
    .join('');
}

function explainOwn({ id, retired, instead }: GivenId): string {
  if (retired !== undefined) return `# ${id}\n\nNo rule any more since ${retired}. ${instead}\n`;
  return readPages().get(`${nameOf(id)}.md`) ?? '';
}
