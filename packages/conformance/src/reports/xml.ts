import { printable } from './printable.ts';

/** An element of XML: its name, its attributes, and its lines of text or the elements in it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string | number>>;
  readonly lines?: readonly string[];
  readonly elements?: readonly XmlElement[];
}

/** A document of XML (XML 1.0), in UTF-8. What XML cannot have is written as an escape. */
export function xmlDocument(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, '')}`;
}

function written({ name, attributes = {}, lines = [], elements = [] }: XmlElement, indent: string) {
  const start = [
    name,
    ...Object.entries(attributes).map(([key, value]) => `${key}="${text(String(value))}"`),
  ].join(' ');
  if (elements.length > 0) {
    const inner: string = elements.map((it) => written(it, `${indent}  `)).join('');
    return `${indent}<${start}>\n${inner}${indent}</${name}>\n`;
  }
  const body = lines.map(text).join('\n');
  return `${indent}${body === '' ? `<${start}/>` : `<${start}>${body}</${name}>`}\n`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function text(line: string): string {
  return printable(line).replaceAll(/[&<>"]/g, (character) => entities[character]!);
}
