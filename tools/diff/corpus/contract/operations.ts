import { type JsonObject, isObject } from './json.ts';
import { objectAt, pointerOf } from './pointer.ts';

/** An operation of a contract. */
export interface Operation {
  readonly id: string;
  readonly path: string;
  readonly method: string;
  readonly pointer: string;
  readonly value: JsonObject;
}

/** The operations of a contract, in its order. */
export function operationsOf(contract: JsonObject): readonly Operation[] {
  return Object.entries(objectAt(contract, '/paths')).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {}).flatMap(([method, value]) =>
      isObject(value) && typeof value.operationId === 'string'
        ? [
            {
              id: value.operationId,
              path,
              method,
              pointer: pointerOf('paths', path, method),
              value,
            },
          ]
        : [],
    ),
  );
}
