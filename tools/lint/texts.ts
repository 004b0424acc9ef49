/** Checks of the source files as text. */
import { globSync } from 'node:fs';
import type { SourceFile, SourceFiles } from '@agent-conversation/cli/source';
import { type Scalar, visit } from 'yaml';
import type { Diagnostic } from './lint-contract.ts';
import { position } from './position.ts';

const yamlFiles = 'openapi/{openapi.yaml,{paths,components,workflows}/**/*.yaml,changelog.yaml}';
const otherFiles = 'openapi/{*.md,samples/**/*.*}';

/** Reports YAML that cannot be read, CRLF line ends, and numbers such as `0144`. */
export function checkTexts(files: SourceFiles): readonly Diagnostic[] {
  const [yaml = [], others = []] = [yamlFiles, otherFiles].map((pattern) =>
    globSync(pattern, { cwd: files.root }).toSorted(),
  );
  return [
    ...[...yaml, ...others].flatMap((file) => checkLineEnds(file, files.text(file))),
    ...yaml.flatMap((file) => checkYaml(files.yaml(file))),
  ];
}

function checkLineEnds(file: string, text: string): readonly Diagnostic[] {
  const at = text.indexOf('\r');
  if (at < 0) return [];
  const message =
    'Lines must end with LF, not CRLF: save the file with LF (`npm run format` converts it).';
  return [{ ...position(file, text, at), severity: 'error', rule: 'contract/line-ends', message }];
}

function checkYaml(source: SourceFile): readonly Diagnostic[] {
  const numbers: Scalar[] = [];
  visit(source.document, {
    Scalar(_, node) {
      if (node.type === 'PLAIN' && /^[-+]?0\d+$/.test(node.source ?? '')) numbers.push(node);
    },
  });
  const at = (offset = 0) => ({ ...source.at(offset), severity: 'error' as const });
  return [
    // The first only: those that follow are mostly consequences.
    ...source.document.errors.slice(0, 1).map(({ pos, message }) => ({
      ...at(pos[0]),
      rule: 'contract/yaml',
      message: `The YAML is invalid: ${message.replace(/[.:]$/, '')}.`,
    })),
    ...numbers.map(({ range, source: text = '' }) => ({
      ...at(range?.[0]),
      rule: 'contract/leading-zero',
      message: `The number \`${text}\` must have no leading zero, as YAML 1.1 reads it as octal: write \`${Number(text)}\`, or quote it if it is a text.`,
    })),
  ];
}
