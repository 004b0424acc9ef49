import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Reads a template, whose `{names}` stand for HTML. Returns what fills it; comments and indentation are left out. */
export function readTemplate(name: string): (values: Readonly<Record<string, string>>) => string {
  const text = readFileSync(new URL(`templates/${name}`, import.meta.url), 'utf8');
  const short = text.replaceAll(/<!-- [^]*? -->/g, '').replaceAll(/\s*\n\s*/g, '\n');
  // Formatters of code close what HTML leaves open.
  const template = name.endsWith('.html') ? short.replaceAll(/\s*\/>/g, '>') : short;
  return (values) => template.replaceAll(/\{(\w+)\}/g, (_, key: string) => values[key]!);
}

/** Escapes a text for HTML, also in an attribute. */
export function escape(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };
  return text.replaceAll(/[&<"]/g, (character) => entities[character]!);
}

/** Returns the source expression of an inline script or style (Content Security Policy level 3, section 2.3.1). */
export function hash(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}
