import { basename } from 'node:path/posix';
import { format, resolveConfig } from 'prettier';
import type { Sources } from '../contract/sources.ts';
import type { Design } from '../design/design.ts';
import { ScaffoldError } from '../scaffold-error.ts';
import { changeset } from './changeset.ts';
import { components } from './components.ts';
import { decisions } from './decision.ts';
import type { NewFile } from './file.ts';
import { pathItem } from './path-file.ts';
import { rootDocument } from './root-document.ts';
import { samples } from './samples.ts';
import { statement } from './statement.ts';
import { verbs } from './verbs.ts';

/**
 * Everything that is written for an operation, formatted as the repository is.
 *
 * @throws {ScaffoldError} when a file that is to be made is there
 */
export async function allFiles(design: Design, sources: Sources): Promise<NewFile[]> {
  const files = [
    ...rootDocument(design, sources),
    pathItem(design, sources),
    ...components(design),
    decisions(design, sources),
    ...verbs(design, sources),
    ...samples(design),
    statement(design),
    changeset(design),
  ];
  const taken = files.find((it) => it.isNew && sources.has(it.file));
  if (taken) {
    throw new ScaffoldError(
      `${taken.file} is there already: move it away, or take another --id or --path`,
    );
  }
  const style = (await resolveConfig(`${sources.root}/package.json`)) ?? {};
  return Promise.all(files.map(async (it) => ({ ...it, text: await formatted(it, style) })));
}

async function formatted({ file, text }: NewFile, style: object): Promise<string> {
  // Prettier knows nothing of shell.
  if (file.endsWith('.sh')) return text;
  return format(text, { ...style, filepath: basename(file) });
}
