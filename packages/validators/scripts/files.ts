import { type Document, memberAt, membersAt, Refusal } from './document.ts';
import { emitCheck } from './emit-check.ts';
import { emitIndex, emitIndexTypes, emitOperation } from './emit-operation.ts';
import { type NamedSchema, operationsOf } from './operations.ts';
import { schemaAt } from './schema.ts';

/**
 * All generated files: the text of each by its name.
 *
 * @throws {Refusal} when there is anything in the contract that no sound validator can be made of
 */
export function generatedFiles(document: Document): Record<string, string> {
  checkComponents(document);
  const operations = operationsOf(document);
  const schemas = operations.flatMap(({ parameters, body, answers }): NamedSchema[] => [
    ...parameters.map(({ schema }) => schema),
    ...(body ? [body.schema] : []),
    ...answers.flatMap(({ schema, headers }) =>
      [schema, headers?.schema].flatMap((it) => it ?? []),
    ),
  ]);
  const unique = byName(schemas);
  return {
    ...Object.fromEntries(
      [...unique.values()].map(({ name, schema, pointer }) => [
        `checks/${name}.js`,
        emitCheck(schema, pointer),
      ]),
    ),
    ...Object.fromEntries(operations.map((it) => [`operations/${it.id}.js`, emitOperation(it)])),
    'index.js': emitIndex(operations),
    'index.d.ts': emitIndexTypes(operations),
  };
}

/** Every component is compiled by itself, so that a mistake is told by its name, used or not. */
function checkComponents(document: Document): void {
  const root = { value: document, pointer: '#' };
  for (const [, schema] of membersAt(memberAt(memberAt(root, 'components'), 'schemas'))) {
    emitCheck(schemaAt(document, schema), schema.pointer);
  }
}

/** The schemas by their names, each of which is a file's as well. */
function byName(schemas: readonly NamedSchema[]): Map<string, NamedSchema> {
  const found = new Map<string, NamedSchema>();
  for (const schema of schemas) {
    const earlier = found.get(schema.name);
    if (earlier && earlier.pointer !== schema.pointer) {
      throw new Refusal(schema.pointer, `its name, ${schema.name}, is that of ${earlier.pointer}`);
    }
    found.set(schema.name, schema);
  }
  return found;
}
