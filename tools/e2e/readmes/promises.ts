import { patternOf as escaped } from '../code/blocks.ts';

/** Whether what was printed has the lines that were shown. A line `…` stands for others, and `…` for a text. */
export function isShown(shown: string, printed: string): boolean {
  const parts = shown
    .split(/^…\n/m)
    .map((part) => patternOf(part.trimEnd()).source);
  return new RegExp(`^${parts.join('\\n(?:.*\\n)*?')}$`, 'm').test(printed);
}

/**
 * The texts that the comments behind `console.log` say will be printed: at the end of its line, or in the lines
 * below it.
 */
export function promisesOf(code: string): readonly string[] {
  const calls =
    /console\.(?:log|error)\(.+\);(?: \/\/ (.+)|((?:\n *\/\/ .+)+))/g;
  return [...code.matchAll(calls)].map(
    ([, beside, below = '']) =>
      beside ?? below.replaceAll(/^\s*\/\/ /gm, '').trim(),
  );
}

/** Whether a promise was kept. Node may break the lines of an object. */
export function isKept(promise: string, printed: string): boolean {
  return patternOf(promise.replaceAll(/\s+/g, '')).test(
    printed.replaceAll(/\s+/g, ''),
  );
}

/** Times, durations and seeds differ from run to run. */
function patternOf(text: string): RegExp {
  const source = escaped(text)
    .replaceAll(/\d\d(?=:\d\d\b)|(?<=:)\d\d\b/g, '\\d\\d')
    .replaceAll(/\d+( ?ms\b)/g, '\\d+$1')
    .replaceAll(/(--seed )\d+/g, '$1\\d+');
  return new RegExp(source);
}
