import type { Operation } from '../../../../packages/client/scripts/operation.ts';
import { resultType } from '../../../../packages/client/scripts/signature.ts';
import type { Operation as PlacedOperation } from '../../judge/operations.ts';
import { isRecord, member } from '../../model/json.ts';
import { below } from '../../model/pointer.ts';
import { partPointer } from '../contract/parameters.ts';
import type { Use } from './use.ts';

/** The statements that rely on the answers of an operation: on each status, on no other, and on each body. */
export function answerUses(operation: Operation, placed: PlacedOperation): Use[] {
  const { id, success, failures } = operation;
  const { pointer, value } = placed;
  const answers = [success, ...failures];
  const result = resultType(operation);
  const responses = below(pointer, 'responses');
  const whole = {
    pointer: responses,
    kind: 'switch' as const,
    purpose: `knows all answers of \`${id}\``,
    reasons: [responses],
  };
  return [
    {
      ...whole,
      text: `export function statusOf(result: ${result}): unknown {\n  switch (result.status) {`,
    },
    ...answers.map(({ status }) => ({
      ...whole,
      pointer: below(responses, status),
      reasons: [],
      purpose: `knows status ${status} of \`${id}\``,
      text: `    case ${status}:`,
    })),
    {
      ...whole,
      text: "    case 'unexpected':\n      return result.status;\n    default: {\n      const none: never = result;\n      return none;\n    }\n  }\n}",
    },
    ...answers.map(({ status, type }) => {
      const name = status === success.status ? 'data' : 'error';
      const read = name === 'data' ? type : `${type} | undefined`;
      return {
        pointer: partPointer(
          member(member(value, 'responses'), String(status)),
          below(responses, status),
        ),
        kind: 'read' as const,
        purpose: `reads the body of status ${status} of \`${id}\` as \`${type}\``,
        reasons: [below(responses, status)],
        text: `export const read${status} = (result: Extract<${result}, { status: ${status} }>): ${read} => result.${name};`,
      };
    }),
  ];
}

/** Where the answers of an operation are described: in it, or among the components. */
export function responsePointers({ value, pointer }: PlacedOperation): string[] {
  const { responses = {} } = value;
  return Object.entries(isRecord(responses) ? responses : {}).map(([status, part]) =>
    partPointer(part, below(pointer, 'responses', status)),
  );
}
