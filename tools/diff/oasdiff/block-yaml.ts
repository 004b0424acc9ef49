import { isList, isRecord, type Json } from '../model/json.ts';
import { below } from '../model/pointer.ts';

/** A document, written so that each line tells what stands in it. */
export interface BlockYaml {
  readonly text: string;
  /** The JSON Pointer of what begins in each line, the first line first. */
  readonly pointers: readonly string[];
}

/** Writes a document with one name or one value a line: oasdiff tells lines of YAML only, and no JSON Pointers. */
export function blockYaml(document: Json): BlockYaml {
  const lines: string[] = [];
  const pointers: string[] = [];
  write(document, '', '');
  return { text: `${lines.join('\n')}\n`, pointers };

  function write(value: Json, pointer: string, indent: string): void {
    const entries = entriesOf(value);
    for (const [name, inner] of entries) {
      const head = isList(value) ? '-' : `${JSON.stringify(name)}:`;
      const isBlock = entriesOf(inner).length > 0;
      const place = below(pointer, name);
      lines.push(`${indent}${head}${isBlock ? '' : ` ${JSON.stringify(inner)}`}`);
      pointers.push(place);
      if (isBlock) write(inner, place, `${indent} `);
    }
  }
}

function entriesOf(value: Json): readonly (readonly [string, Json])[] {
  return isList(value) || isRecord(value) ? Object.entries(value) : [];
}
