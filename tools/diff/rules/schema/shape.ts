import type { Pair, Side } from '../../model/finding.ts';
import { isList, isRecord, type Json, member } from '../../model/json.ts';
import { inner, innerSide } from '../../model/pair.ts';

const annotations: ReadonlySet<string> = new Set([
  'title',
  'description',
  '$comment',
  'externalDocs',
  'example',
  'examples',
  'default',
  'deprecated',
  'readOnly',
  'writeOnly',
  'discriminator',
]);

/** Whether a member of a schema only speaks of it and says nothing of what values are valid. */
export function isAnnotation(name: string): boolean {
  return annotations.has(name) || name.startsWith('x-');
}

/** A schema with only what it says of values. */
export function withoutAnnotations({ pointer, value }: Side): Side {
  if (!isRecord(value)) return { pointer, value };
  const rest = Object.entries(value).filter(([name]) => !isAnnotation(name));
  return { pointer, value: Object.fromEntries(rest) };
}

/** The variants of a schema, on each side. */
export interface Shapes {
  readonly released: readonly Side[];
  readonly current: readonly Side[];
}

/**
 * The variants of two schemas that are written in different forms, such as a `$ref` that became an `anyOf` of
 * it and null. Undefined if their keywords can be compared one by one.
 */
export function reshaped(core: Pair): Shapes | undefined {
  const { released, current } = core;
  const forms = [formOf(released.value), formOf(current.value)];
  if (forms.includes('anything') || forms[0] === forms[1] || !forms.includes('variants')) {
    return undefined;
  }
  return { released: variantsOf(released), current: variantsOf(current) };
}

function formOf(core: Json | undefined): 'anything' | 'variants' | 'itself' {
  const names = isRecord(core) ? Object.keys(core) : [];
  if (names.length === 0) return 'anything';
  return names.length === 1 && listOf(core) ? 'variants' : 'itself';
}

function listOf(core: Json | undefined): 'anyOf' | 'oneOf' | undefined {
  return (['anyOf', 'oneOf'] as const).find((name) => isList(member(core, name)));
}

/** The schemas of which a value has to fit one; null is one of its own. */
function variantsOf(core: Side): readonly Side[] {
  const name = listOf(core.value);
  const list = name && member(core.value, name);
  if (name && isList(list)) return list.map((_, index) => innerSide(innerSide(core, name), index));
  const types = member(core.value, 'type');
  if (!isRecord(core.value) || !isList(types) || !types.includes('null')) return [core];
  const others = types.filter((type) => type !== 'null');
  const type = others.length === 1 ? (others[0] ?? null) : others;
  return [
    { pointer: core.pointer, value: { ...core.value, type } },
    { ...inner({ released: core, current: core }, 'type').released, value: { type: 'null' } },
  ];
}

/** Whether a schema takes null and nothing else. */
export function isNull(schema: Json | undefined): boolean {
  const type = member(schema, 'type');
  return type === 'null' || (isList(type) && type.every((it) => it === 'null'));
}
