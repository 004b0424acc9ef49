import { format, resolveConfig } from 'prettier';
import type { Subject } from './row.ts';

const introduction = `# What the client does when something goes wrong

The tests write this page: each row is what the client did in one of them, against a server on loopback that does
what the left column says. A test fails when the client does anything else.
`;

/**
 * Makes the page.
 *
 * @param path where it will be
 * @param seen what the client did, by what happened
 */
export async function pageOf(
  path: string,
  subjects: readonly Subject[],
  seen: ReadonlyMap<string, string>,
): Promise<string> {
  const parts = subjects.map(({ title, rows }) => {
    const lines = rows.map(({ when }) => `| ${when} | ${seen.get(when) ?? 'was not seen'} |`);
    return [`## ${title}\n`, '| When … | the client … |', '| --- | --- |', ...lines, ''].join('\n');
  });
  const config = await resolveConfig(path);
  return format([introduction, ...parts].join('\n'), { ...config, filepath: path });
}
