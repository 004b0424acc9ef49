import { operationsOf } from '../judge/operations.ts';
import type { Contract } from '../model/contract.ts';
import { isList, isRecord, type Json, member } from '../model/json.ts';
import { below, valueAt } from '../model/pointer.ts';
import { parametersIn } from './contract/parameters.ts';
import type { Program } from './emit/use.ts';

/**
 * The elements of a contract that no program relies on, so that nobody would be told if they broke: operations, their
 * statuses and parameters, schemas, their members, wherever these stand, and the values of enumerations.
 *
 * @returns their JSON Pointers (RFC 6901)
 */
export function unusedElements(contract: Contract, programs: readonly Program[]): string[] {
  const used = new Set(programs.flatMap(({ uses }) => uses.map(({ pointer }) => pointer)));
  return [...operationElements(contract), ...schemaElements(contract)].filter(
    (pointer) => !used.has(pointer),
  );
}

function operationElements(contract: Contract): string[] {
  return operationsOf(contract).flatMap((operation) => [
    operation.pointer,
    ...Object.keys(recordAt(operation.value, 'responses')).map((status) =>
      below(operation.pointer, 'responses', status),
    ),
    // What stands in the path is given by its place: the call relies on it.
    ...parametersIn(contract, operation)
      .filter((it) => it.in !== 'path')
      .map(({ pointer }) => pointer),
  ]);
}

function schemaElements({ root }: Contract): string[] {
  const schemas = valueAt(root, '/components/schemas');
  return Object.entries(isRecord(schemas) ? schemas : {}).flatMap(([name, schema]) => {
    const pointer = below('/components/schemas', name);
    const values = member(schema, 'enum');
    return [
      pointer,
      ...(isList(values) ? values : []).flatMap((value, index) =>
        value === null ? [] : [below(pointer, 'enum', index)],
      ),
      ...membersIn(schema, pointer),
    ];
  });
}

/** The members in a schema: its own, and those of what it is made of. */
function membersIn(schema: Json, pointer: string): string[] {
  const inside = (value: Json | undefined, ...names: (string | number)[]) =>
    isRecord(value) ? membersIn(value, below(pointer, ...names)) : [];
  return [
    ...Object.entries(recordAt(schema, 'properties')).flatMap(([name, it]) => [
      below(pointer, 'properties', name),
      ...inside(it, 'properties', name),
    ]),
    ...['items', 'additionalProperties'].flatMap((name) => inside(member(schema, name), name)),
    ...['allOf', 'anyOf', 'oneOf'].flatMap((name) => {
      const parts = member(schema, name);
      return (isList(parts) ? parts : []).flatMap((part, index) => inside(part, name, index));
    }),
  ];
}

function recordAt(value: Json | undefined, name: string): Readonly<Record<string, Json>> {
  const found = member(value, name);
  return isRecord(found) ? found : {};
}
