import { below } from '../../model/pointer.ts';
import type { Schema } from '../contract/bundle.ts';
import type { ObjectType } from './member-uses.ts';
import { quoted } from './type-text.ts';
import type { Use } from './use.ts';

/** Whether a schema is an enumeration, which has a list of its values in TypeScript. */
export function isEnum({ enum: values, $ref }: Schema): boolean {
  return values !== undefined && $ref === undefined;
}

/** The statements that rely on the values of an enumeration: on each that is there, and on no other being there. */
export function enumUses({ schema, pointer, type, title }: ObjectType): Use[] {
  const values = (schema.enum ?? []).filter((value) => typeof value === 'string');
  const list = `${type[0]?.toLowerCase()}${type.slice(1)}Values`;
  const of = { kind: 'switch' as const, reasons: [] };
  const whole = { ...of, pointer: below(pointer, 'enum') };
  return [
    {
      ...of,
      pointer,
      purpose: `imports the list \`${list}\``,
      imports: list,
      text: `import { ${list} } from '@agent-conversation/types';`,
    },
    {
      ...of,
      pointer,
      purpose: `goes through the values of \`${title}\``,
      text: `export function indexOf(value: NonNullable<${type}>): number {\n  switch (value) {`,
    },
    ...values.map((value, index) => ({
      ...of,
      pointer: below(pointer, 'enum', index),
      purpose: `knows \`${title}\` as ${quoted(value)}`,
      text: `    case ${quoted(value)}:\n      return ${list}.indexOf(${quoted(value)});`,
    })),
    {
      ...whole,
      purpose: `knows all values of \`${title}\``,
      text: `    default: {\n      const none: never = value;\n      return none;\n    }`,
    },
    { ...whole, purpose: `goes through the values of \`${title}\``, text: '  }\n}' },
    {
      ...whole,
      purpose: `has a word for each value of \`${title}\``,
      text: `export const words: Record<(typeof ${list})[number], string> = {`,
    },
    ...values.map((value, index) => ({
      ...of,
      pointer: below(pointer, 'enum', index),
      purpose: `has a word for ${quoted(value)} of \`${title}\``,
      text: `  ${quoted(value)}: ${quoted(value)},`,
    })),
    { ...whole, purpose: `has a word for each value of \`${title}\``, text: '};' },
  ];
}
