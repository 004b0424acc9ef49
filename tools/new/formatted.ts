import { join } from 'node:path';
import { format, getFileInfo, resolveConfig } from 'prettier';

/** Formats the content of a file as `npm run format` does; a language that prettier does not know stays as it is. */
export async function formatted(
  root: string,
  file: string,
  content: string,
): Promise<string> {
  const filepath = join(root, file);
  const ignorePath = join(root, '.prettierignore');
  const { ignored, inferredParser } = await getFileInfo(filepath, {
    ignorePath,
  });
  if (ignored || inferredParser === null) return content;
  return format(content, { ...(await resolveConfig(filepath)), filepath });
}
