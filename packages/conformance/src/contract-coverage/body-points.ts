import { fits } from '../requests/fault-sites.ts';
import { type Branch, isList, type Shape } from './body-shape.ts';
import type { PointKind } from './point.ts';

/** Something that a body can show of itself. */
export interface BodyPoint {
  /** The place and what is there: `/session_api_key null`, `/status = PAUSED`, `/content/* is TextContent`. */
  readonly id: string;
  readonly kind: PointKind;
  readonly contract: string;
}

/** Everything that bodies of a shape can show. */
export function bodyPoints(shape: Shape): BodyPoint[] {
  const { isOptional, isNullable, isMember, branches, contract } = shape;
  const point = (kind: PointKind, what: string = kind) => ({ id: at(shape, what), kind, contract });
  return [
    ...(isMember ? [point('present')] : []),
    ...(branches.some(isList) ? [point('empty')] : []),
    ...(isOptional ? [point('absent')] : []),
    ...(isNullable ? [point('null')] : []),
    ...(branches.length > 1 ? branches.map((branch) => point('choice', isBranch(branch))) : []),
    ...branches.flatMap(({ values, members, items }) => [
      ...values.map((value) => point('value', isValue(value))),
      ...[...members.values()].flatMap(bodyPoints),
      ...(items ? bodyPoints(items) : []),
    ]),
  ];
}

/** The ids of what a valid body shows; some of them may be no points, as there is nothing else to show. */
export function shownBy(shape: Shape, value: unknown): string[] {
  if (value === undefined) return [at(shape, 'absent')];
  if (value === null && shape.isNullable) return [at(shape, 'null')];
  const { branches } = shape;
  const branch = branches.length > 1 ? branches.find((it) => fits(it.schema, value)) : branches[0];
  if (!branch) return [];
  const isEmpty = Array.isArray(value) && value.length === 0;
  return [
    at(shape, isEmpty ? 'empty' : 'present'),
    ...(branches.length > 1 ? [at(shape, isBranch(branch))] : []),
    ...(branch.values.includes(value) ? [at(shape, isValue(value))] : []),
    ...shownWithin(branch, value),
  ];
}

function shownWithin({ members, items }: Branch, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Object.entries(value);
  const given = new Map<string, unknown>(own);
  const others = own.filter(([name]) => !members.has(name));
  return [
    ...[...members].flatMap(([name, member]) => shownBy(member, given.get(name))),
    ...(items ? others.flatMap(([, item]) => shownBy(items, item)) : []),
  ];
}

function at({ path }: Shape, what: string): string {
  return path === '' ? what : `${path} ${what}`;
}

function isBranch({ name }: Branch): string {
  return `is ${name}`;
}

function isValue(value: unknown): string {
  return `= ${String(value)}`;
}
