import type { Export, Member } from './declarations.ts';
import { block, code, table } from './markdown.ts';

/** An export under a heading: its declaration or its members, and what it is. */
export function reference({ name, kind, text, bases, summary, members }: Export): string {
  if (kind !== 'interface') return [`### ${code(name)}\n`, block(text), `${summary}\n`].join('\n');
  const [, title = name] = /^interface (\w+(?:<[^>]*>)?)/.exec(text) ?? [];
  const more =
    bases.length > 0 ? ` It has the members of ${bases.map(code).join(' and ')} as well.` : '';
  const rows = members
    .filter(isTold)
    .map((it) => [
      code(it.isMethod ? `${it.name}()` : it.name + (it.isOptional ? '?' : '')),
      code(it.type),
      meaningOf(it),
    ]);
  return [`### ${code(title)}\n`, `${summary}${more}\n`, memberTable(rows)].join('\n');
}

/** The members of some exports, each with the name of the export. */
export function membersReference(exports: readonly Export[]): string {
  return memberTable(
    exports.flatMap(({ name, members }) =>
      members
        .filter(({ isMethod }) => !isMethod)
        .map((it) => [code(`${name}.${it.name}`), code(it.type), meaningOf(it)]),
    ),
  );
}

function memberTable(rows: readonly (readonly string[])[]): string {
  return rows.length > 0 ? table(['Member', 'Type', 'Meaning'], rows) : '';
}

/** Methods without docs are those of everything of the kind, such as `then`. */
function isTold({ isMethod, summary }: Member): boolean {
  return !isMethod || summary !== '';
}

function meaningOf({ summary, fallback }: Member): string {
  if (fallback === undefined) return summary;
  return `${summary} Default: ${/^\d+$/.test(fallback) ? code(fallback) : fallback}.`;
}
