/** Reports patterns that validators cannot read, or that can stop them. */
import { isObject } from '@agent-conversation/contract';
import {
  Report,
  type Contract,
  type Diagnostic,
  oneLine,
  type Path,
} from '../diagnostic.ts';
import { isExponential } from './backtracking.ts';
import { schemasOf, show } from './schemas-of.ts';

/** Reports patterns, also those of `patternProperties`, that are invalid or can take exponential time. */
export function checkPatterns({
  files,
  document,
}: Contract): readonly Diagnostic[] {
  const report = new Report(files, 'contract-patterns');
  const check = (pattern: string, path: Path) => {
    const fault = faultOf(pattern);
    if (fault !== undefined)
      report.add(path, `${show('pattern', pattern)} ${fault}`);
  };
  for (const { schema, path } of schemasOf(document)) {
    const { pattern, patternProperties } = schema;
    if (typeof pattern === 'string') check(pattern, [...path, 'pattern']);
    if (!isObject(patternProperties)) continue;
    for (const name of Object.keys(patternProperties)) {
      check(name, [...path, 'patternProperties', name]);
    }
  }
  return report.diagnostics;
}

function faultOf(pattern: string): string | undefined {
  // Validators compile patterns with this flag (JSON Schema 2020-12 Core, section 6.4).
  const syntaxError = syntaxErrorOf(pattern, 'u');
  if (syntaxError !== undefined) {
    const hint =
      syntaxErrorOf(pattern, '') === undefined ? legacyHint : 'fix it';
    return `must be a regular expression with the flag \`u\` (${syntaxError}): ${hint}.`;
  }
  return isExponential(pattern)
    ? `can take exponential time, as a loop in it reads the same text in several ways: ${oneWay}.`
    : undefined;
}

const oneWay =
  'write it so that there is one way, such as `^a+$` in place of `^(a+)+$`';
const legacyHint =
  'escape only `^$\\.*+?()[]{}|/`, and write `\\-` only between `[` and `]`';

/** Returns why a text is no regular expression; undefined if it is one. */
function syntaxErrorOf(pattern: string, flags: string): string | undefined {
  try {
    RegExp(pattern, flags);
    return undefined;
  } catch (error) {
    return oneLine((error as Error).message).replace(/^Invalid.*\/u?: /, '');
  }
}
