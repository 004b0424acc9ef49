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
    const count = text.split('\r').length - 1;
    const others = count > 1 ? ` This file has ${count} such lines.` : '';
    // Only where they mean something else than in code.
    const isCheckedForTabs = /\.(yaml|md)$/.test(file);
    const faults = [
      {
        rule: 'contract/byte-order-mark',
        offset: text.startsWith('\uFEFF') ? 0 : -1,
        message:
          'A file must not begin with a byte order mark (U+FEFF): save it as UTF-8 without BOM.',
      },
      {
        rule: 'contract/line-ends',
        offset: text.indexOf('\r'),
        message: `Lines must end with LF, not CRLF: save the file with LF (\`npm run format\` converts it).${others}`,
      },
      {
        rule: 'contract/tabs',
        offset: isCheckedForTabs ? text.indexOf('\t') : -1,
        message: 'YAML and Markdown must have no tabs: write spaces.',
      },
    ];
    return faults
      .filter(({ offset }) => offset >= 0)
      .map(({ rule, offset, message }) =>
        errorAt(file, text, offset, rule, message),
      );
  });
}
