import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { unsealedFiles } from '@agent-conversation/seal';
import type { PublishedPackage } from './published-packages.ts';

/**
 * Tells why what was built of a package cannot be published: it is missing, or is not what its build has left.
 *
 * @returns one line, or none
 */
export function buildComplaints(
  { folder }: Pick<PublishedPackage, 'folder'>,
  root: string,
): readonly string[] {
  const workspace = join(root, folder);
  if (!existsSync(join(workspace, '.seal.json')) || !existsSync(join(workspace, 'dist'))) {
    return [`${folder}/dist: not built, or not to the end. Run \`npm run build\`.`];
  }
  const [first, ...others] = unsealedFiles(workspace, 'dist');
  if (first === undefined) return [];
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  return [
    `${folder}/${first}${more}: not as the build has left it. Remove ${folder}/dist and run \`npm run build\`.`,
  ];
}
