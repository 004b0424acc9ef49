import { join } from 'node:path';
import { format, getFileInfo, resolveConfig } from 'prettier';
import type { WrittenFile } from './report.ts';

/** Formats files as `npm run format` does; a language that prettier does not know stays as it is. */
export function formatted(
  root: string,
  files: readonly WrittenFile[],
): Promise<WrittenFile[]> {
  const ignorePath = join(root, '.prettierignore');
  const formatOne = async (written: WrittenFile): Promise<WrittenFile> => {
    const filepath = join(root, written.file);
    const info = await getFileInfo(filepath, { ignorePath });
    if (info.ignored || info.inferredParser === null) return written;
    const options = { ...(await resolveConfig(filepath)), filepath };
    return { ...written, content: await format(written.content, options) };
  };
  return Promise.all(files.map(formatOne));
}
