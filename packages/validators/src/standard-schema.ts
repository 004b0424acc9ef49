import { childOf, isList, stepsOf } from '@agent-conversation/contract';
import type { StandardIssue, StandardSchema } from './api.ts';
import { type Check, validate } from './violations.ts';

/** Returns a schema in the form of Standard Schema, version 1 (https://standardschema.dev). */
export function standardSchema<Value>(check: Check): StandardSchema<Value> {
  return {
    '~standard': {
      version: 1,
      vendor: '@agent-conversation/validators',
      validate(value) {
        const issues: StandardIssue[] = [];
        for (const { pointer, message } of validate('body', check, value, {})) {
          issues.push({ message, path: pathOf(value, pointer) });
        }
        return issues.length > 0 ? { issues } : { value: value as Value };
      },
    },
  };
}

/** Returns the steps of a JSON Pointer: numbers in lists, and names in objects. */
function pathOf(value: unknown, pointer: string): (string | number)[] {
  let outer = value;
  return stepsOf(pointer).map((step) => {
    const name = isList(outer) ? Number(step) : step;
    outer = childOf(outer, step);
    return name;
  });
}
