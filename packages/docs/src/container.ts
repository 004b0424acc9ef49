import { blocks } from '@agent-conversation/cli/markdown';

/** The label of a container, which is Markdown, and its attributes. */
export type ContainerAttributes = Readonly<Record<string, string | undefined>>;

/**
 * Contents to which HTML gives a shape (generic directives, `:::name[label]{key="value"}`); nothing if they are empty.
 * `html/containers.ts` has the names. The Markdown of a page is read without these lines.
 */
export function container(
  name: string,
  { label, ...attributes }: ContainerAttributes,
  ...contents: readonly string[]
): string {
  const content = blocks(...contents);
  if (content === '') return '';
  let longest = '::';
  for (const [, inner = ''] of content.matchAll(/^ *(:{3,})/gm)) {
    if (inner.length > longest.length) longest = inner;
  }
  const colons = `${longest}:`;
  const pairs = Object.entries(attributes).filter(
    ([, value]) => value !== undefined,
  );
  const quoted = pairs.map(
    ([key, value]) => `${key}="${value!.replaceAll('"', '&quot;')}"`,
  );
  const braces = quoted.join(' ');
  const labelText = label ? `[${label}]` : '';
  const attributesText = braces ? `{${braces}}` : '';
  const start = colons + name + labelText + attributesText;
  return `${start}\n\n${content}\n\n${colons}`;
}
