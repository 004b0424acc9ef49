/** Checks how files are written: as UTF-8 without a byte order mark, with LF at the ends of lines, and without tabs. */
import type { SourceFiles } from '@agent-conversation/cli/source';
import { type Diagnostic, errorAt } from '../diagnostic.ts';

/** Reports a byte order mark, and the first CRLF and the first tab of each file. */
export function checkEncoding(
  files: SourceFiles,
  names: readonly string[],
): readonly Diagnostic[] {
  return names.flatMap((file) => {
    const text = files.text(file);
    return [
      ...checkByteOrderMark(file, text),
      ...checkLineEnds(file, text),
      ...checkTabs(file, text),
    ];
  });
}

function checkByteOrderMark(file: string, text: string): readonly Diagnostic[] {
  if (!text.startsWith('\uFEFF')) return [];
  const message =
    'A file must not begin with a byte order mark (U+FEFF): save it as UTF-8 without BOM.';
  return [errorAt(file, text, 0, 'contract/byte-order-mark', message)];
}

function checkLineEnds(file: string, text: string): readonly Diagnostic[] {
  const offset = text.indexOf('\r');
  if (offset < 0) return [];
  const count = text.split('\r').length - 1;
  const others = count > 1 ? ` This file has ${count} such lines.` : '';
  const message = `Lines must end with LF, not CRLF: save the file with LF (\`npm run format\` converts it).${others}`;
  return [errorAt(file, text, offset, 'contract/line-ends', message)];
}

/** Only where they mean something else than in code. */
function checkTabs(file: string, text: string): readonly Diagnostic[] {
  const offset = /\.(yaml|md)$/.test(file) ? text.indexOf('\t') : -1;
  if (offset < 0) return [];
  const message = 'YAML and Markdown must have no tabs: write spaces.';
  return [errorAt(file, text, offset, 'contract/tabs', message)];
}
