/** Checks of YAML that need no OpenAPI. */
import type { SourceFile, SourceFiles } from '@agent-conversation/cli/source';
import { type Scalar, visit } from 'yaml';
import { type Diagnostic, errorAt } from '../diagnostic.ts';

/** Reports the first error of each file that cannot be read: those that follow are mostly consequences. */
export function checkSyntax(
  files: SourceFiles,
  names: readonly string[],
): readonly Diagnostic[] {
  return names.flatMap((file) => {
    const error = files.yaml(file).syntaxError;
    if (error === undefined) return [];
    const { pointer: _, message: reason, ...location } = error;
    const message = `The YAML is invalid: ${reason.replace(/[.:]$/, '')}.`;
    return [{ ...location, severity: 'error', rule: 'contract/yaml', message }];
  });
}

/** Reports numbers such as `0144`, which YAML 1.1 reads as octal. */
export function checkLeadingZeros(
  files: SourceFiles,
  names: readonly string[],
): readonly Diagnostic[] {
  return names.flatMap((file) => {
    const source = files.yaml(file);
    return zerosIn(source).map(({ range, source: number = '' }) => {
      const problem = `The number \`${number}\` must have no leading zero, as YAML 1.1 reads it as octal`;
      const message = `${problem}: write \`${Number(number)}\`, or quote it if it is a text.`;
      const offset = range?.[0] ?? 0;
      return errorAt(
        file,
        source.text,
        offset,
        'contract/leading-zero',
        message,
      );
    });
  });
}

function zerosIn({ document }: SourceFile): readonly Scalar[] {
  const numbers: Scalar[] = [];
  visit(document, {
    Scalar(_, node) {
      if (node.type === 'PLAIN' && /^[-+]?0\d+$/.test(node.source ?? ''))
        numbers.push(node);
    },
  });
  return numbers;
}
