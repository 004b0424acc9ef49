import type { Outcome, Sample } from '../sources/samples.ts';

const headings: Readonly<Record<Outcome, string>> = {
  success: '## Samples',
  failure: '## When it fails',
};

/** The samples of an operation, for readers of Markdown. */
export function samplesMarkdown(samples: readonly Sample[]): string[] {
  return samples.flatMap(({ outcome, curl, typescript }) => [
    headings[outcome],
    'With curl:',
    block('sh', curl.code),
    'It prints:',
    block('text', curl.output),
    'With the client:',
    block('ts', typescript.code),
    'It prints:',
    block('text', typescript.output),
  ]);
}

function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}
