import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const comments = /<!-- [^]*? -->|\/\*[^]*?\*\//g;
const lineBreaks = /\s*\n\s*/g;

/** Reads a template or a style sheet of this package, without comments and indentation. */
export function readCompact(path: string): string {
  const file = new URL(`../${path}`, import.meta.url);
  const text = readFileSync(file, 'utf8');
  const code = text.replaceAll(comments, '');
  return code.replaceAll(lineBreaks, '\n').trimStart();
}

/** Reads the template of a page, in which formatters of code have closed what HTML leaves open. */
export function readPage(name: string): string {
  const template = readCompact(`html/templates/${name}`);
  return template.replaceAll(/\s*\/>/g, '>');
}

/** Fills a template, whose `{names}` stand for HTML. */
export function fill(
  template: string,
  values: Readonly<Record<string, string>>,
): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name]!);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
};

/** Escapes a text for HTML, also in an attribute. */
export function escape(text: string): string {
  return text.replaceAll(/[&<"]/g, (character) => entities[character]!);
}

/** Returns the source expression of an inline script or style (Content Security Policy level 3, section 2.3.1). */
export function hash(source: string): string {
  const digest = createHash('sha256').update(source).digest('base64');
  return `'sha256-${digest}'`;
}
