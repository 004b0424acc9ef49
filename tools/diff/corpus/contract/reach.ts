import { type Json, type JsonObject, isObject, textOf } from './json.ts';
import { operationsOf } from './operations.ts';
import { namesOf, pointerOf, valueAt } from './pointer.ts';

/** Which operations an element belongs to, and in which direction its words travel. */
export interface Reach {
  /** operationIds, sorted. */
  readonly operations: readonly string[];
  readonly request: boolean;
  readonly answer: boolean;
}

type Direction = 'request' | 'answer';

const directions: ReadonlyMap<string, Direction> = new Map([
  ['parameters', 'request'],
  ['requestBody', 'request'],
  ['responses', 'answer'],
]);

/** Who uses each component of a contract, in which direction. */
export class Uses {
  readonly #uses = new Map<
    string,
    { readonly operation: string; readonly direction: Direction }[]
  >();
  readonly #contract: JsonObject;
  readonly #all: readonly string[];

  constructor(contract: JsonObject) {
    this.#contract = contract;
    const operations = operationsOf(contract);
    this.#all = operations.map(({ id }) => id).toSorted();
    for (const { id, value } of operations) {
      for (const [name, direction] of directions) this.#follow(value[name], id, direction);
    }
  }

  #follow(value: Json | undefined, operation: string, direction: Direction): void {
    if (Array.isArray(value)) for (const entry of value) this.#follow(entry, operation, direction);
    if (!isObject(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      if (name !== '$ref' || typeof inner !== 'string') this.#follow(inner, operation, direction);
      else this.#use(inner.slice(1), operation, direction);
    }
  }

  #use(pointer: string, operation: string, direction: Direction): void {
    const uses = this.#uses.get(pointer) ?? [];
    this.#uses.set(pointer, uses);
    if (uses.some((use) => use.operation === operation && use.direction === direction)) return;
    uses.push({ operation, direction });
    this.#follow(valueAt(this.#contract, pointer), operation, direction);
  }

  /** The reach of the element at a pointer: of its operation, or of those that use its component. */
  of(pointer: string): Reach {
    const [first, second, third, fourth] = namesOf(pointer);
    if (first === 'servers') return { operations: this.#all, request: true, answer: false };
    if (first === 'paths' && second !== undefined && third !== undefined) {
      const operation = valueAt(this.#contract, pointerOf('paths', second, third));
      const direction = directions.get(fourth ?? '');
      return {
        operations: isObject(operation) ? [textOf(operation.operationId)] : [],
        request: direction !== 'answer',
        answer: direction !== 'request',
      };
    }
    if (first === 'components' && second === 'securitySchemes' && third !== undefined) {
      const users = operationsOf(this.#contract).filter(({ value }) =>
        (Array.isArray(value.security) ? value.security : []).some(
          (option) => isObject(option) && third in option,
        ),
      );
      return { operations: users.map(({ id }) => id).toSorted(), request: true, answer: false };
    }
    const uses =
      this.#uses.get(pointerOf(...[first, second, third].filter((name) => name !== undefined))) ??
      [];
    return {
      operations: [...new Set(uses.map(({ operation }) => operation))].toSorted(),
      request: uses.some(({ direction }) => direction === 'request'),
      answer: uses.some(({ direction }) => direction === 'answer'),
    };
  }
}
