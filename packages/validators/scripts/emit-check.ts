import { Ajv2020 } from 'ajv/dist/2020.js';
import { _Code } from 'ajv/dist/compile/codegen/code.js';
import standalone from 'ajv/dist/standalone/index.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { isDateTime } from '../src/date-time.ts';
import { Refusal } from './document.ts';
import { keywords } from './keywords.ts';
import type { Schema } from './schema.ts';

/**
 * The JavaScript source of a module whose export `check` is the check of a schema. What the code needs of
 * Ajv it requires, so that a bundler can take it along.
 *
 * @param pointer where the schema stands in the contract
 * @throws {Refusal} when Ajv's strict mode refuses the schema
 */
export function emitCheck(schema: Schema, pointer: string): string {
  const refuse = (...words: unknown[]): never => {
    throw new Refusal(pointer, words.join(' '));
  };
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    allErrors: true,
    ownProperties: true,
    passContext: true,
    messages: false,
    formats: { ...fullFormats, 'date-time': isDateTime },
    keywords: [...keywords],
    code: { source: true, esm: true, lines: true, formats: new _Code(formats) },
    // What strict mode only warns of is refused; of an error Ajv throws besides.
    logger: { log: refuse, warn: refuse, error: () => {} },
  });
  // No schema that gets here has a keyword that would read the marks which these leave.
  Object.assign(ajv.opts, { unevaluated: false, dynamicRef: false });
  try {
    return withImports(standalone.default(ajv, ajv.compile(schema)));
  } catch (error) {
    throw error instanceof Refusal
      ? error
      : new Refusal(pointer, (error as Error).message, { cause: error });
  }
}

const formats = 'require("ajv-formats/dist/formats").fullFormats';

/** What of Ajv's own is replaced, as it cannot be had without much that is not needed. */
const replaced = [
  { code: `${formats}["date-time"]`, name: 'isDateTime', from: '../../src/date-time.ts' },
  {
    code: 'require("ajv/dist/runtime/ucs2length").default',
    name: 'lengthOf',
    from: '../../src/length.ts',
  },
];

/** Ajv's module with one export, without the places in the schema, and with what is replaced. */
function withImports(code: string): string {
  let body = code
    .replace(/export default (validate\d+);/, 'export { $1 as check };')
    .replace(/export const validate = validate\d+;/, '')
    .replaceAll(/schemaPath:"(?:[^"\\]|\\.)*",/g, '');
  let imports = '';
  for (const { code: needed, name, from } of replaced) {
    if (!body.includes(needed)) continue;
    body = body.replaceAll(needed, name);
    imports += `import { ${name} } from '${from}';\n`;
  }
  return `${imports}${body}\n`;
}
