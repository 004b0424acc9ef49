import { code } from '../machines/markdown-text.ts';

const comparisons: Readonly<Record<string, string>> = {
  '==': 'is',
  '!=': 'is not',
  '<': 'is less than',
  '<=': 'is at most',
  '>': 'is greater than',
  '>=': 'is at least',
};

/**
 * A runtime expression (Arazzo 1.0.1, section 4.7) in words: `$steps.start.outputs.sandboxId` is "the
 * `sandboxId` of step `start`". Any other text, and an expression without a wording, is shown as code.
 */
export function expressionInWords(expression: string): string {
  const input = /^\$inputs\.([\w-]+)$/.exec(expression);
  if (input) return `the input ${code(input[1]!)}`;
  const output = /^\$steps\.([\w-]+)\.outputs\.([\w-]+)$/.exec(expression);
  if (output) return `the ${code(output[2]!)} of step ${code(output[1]!)}`;
  const body = /^\$response\.body(?:#(\/.*)?)?$/.exec(expression);
  if (body) return pointerInWords(body[1] ?? '');
  if (expression === '$statusCode') return 'the status';
  return code(expression);
}

/** A simple condition (Arazzo 1.0.1, section 4.6.11) in words; one of more parts is shown as code. */
export function conditionInWords(condition: string): string {
  const [, left, sign, right] = /^(\S+) (==|!=|<=?|>=?) (\S+)$/.exec(condition) ?? [];
  if (left === undefined || sign === undefined || right === undefined) return code(condition);
  return `${expressionInWords(left)} ${comparisons[sign]} ${valueInWords(right)}`;
}

/** A value that is sent or compared: an expression in words, or the value itself as code. */
export function valueInWords(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.map(valueInWords).join(', ')}`;
  return typeof value === 'string' ? expressionInWords(value) : code(JSON.stringify(value));
}

/** Where a JSON Pointer (RFC 6901) leads in a response. */
function pointerInWords(pointer: string): string {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return keys.reduce(
    (parent, key) =>
      /^\d+$/.test(key) ? `entry ${Number(key) + 1} of ${parent}` : `${code(key)} of ${parent}`,
    'the response',
  );
}
