import {
  beforeAndAfter,
  type Comparer,
  compareMembers,
  type Table,
  tell,
  unclassified,
} from '../compare/comparer.ts';
import { type Json, member, textOf } from '../model/json.ts';
import { content } from './media-types.ts';
import { provenance } from './provenance.ts';
import { schemaMember } from './schema/schema.ts';
import { decision, deprecated, description, examples, text } from './texts.ts';

/** A parameter, where it is defined. */
export const parameter: Comparer = (pair, _element, context) =>
  compareMembers(pair, parameterTable, context);

/** A parameter whose name in the path has become another one, which is told already. */
export const renamedParameter: Comparer = (pair, _element, context) =>
  compareMembers(pair, { ...parameterTable, name: () => undefined }, context);

const renameParameter: Comparer = (pair, element, context) => {
  tell(context, 'parameter-renamed', element, { value: 'the name', ...beforeAndAfter(pair) }, pair);
};

const place: Comparer = (pair, element, context) => {
  tell(
    context,
    'parameter-renamed',
    element,
    { value: 'the place', ...beforeAndAfter(pair) },
    pair,
  );
};

const required: Comparer = (pair, element, context) => {
  const [before, after] = [pair.released.value ?? false, pair.current.value ?? false];
  if (typeof before !== 'boolean' || typeof after !== 'boolean')
    unclassified(pair, element, context);
  else if (before === after)
    tell(context, 'default-stated', element, { value: '`required: false`' }, pair);
  else
    tell(
      context,
      after ? 'parameter-became-required' : 'parameter-became-optional',
      element,
      {},
      pair,
    );
};

/** How the value is written (OpenAPI 3.1.1, section 4.8.12.2). */
const serialization =
  (name: string): Comparer =>
  (pair, element, context) => {
    const before = serializationOf(element.released.value, name);
    const after = serializationOf(element.current.value, name);
    const values = { before: `\`${name}: ${before}\``, after: `\`${name}: ${after}\`` };
    if (before === after) tell(context, 'default-stated', element, { value: values.after }, pair);
    else tell(context, 'serialization-changed', element, values, pair);
  };

function serializationOf(parameterValue: Json | undefined, name: string): string {
  const stated = member(parameterValue, name);
  if (stated !== undefined) return textOf(stated);
  const where = textOf(member(parameterValue, 'in'));
  const style = textOf(
    member(parameterValue, 'style') ??
      (where === 'query' || where === 'cookie' ? 'form' : 'simple'),
  );
  if (name === 'style') return style;
  return String(name === 'explode' && style === 'form');
}

const parameterTable: Table = {
  name: renameParameter,
  in: place,
  description,
  required,
  deprecated,
  style: serialization('style'),
  explode: serialization('explode'),
  allowReserved: serialization('allowReserved'),
  schema: schemaMember,
  content,
  example: text('example'),
  examples,
  'x-provenance': provenance,
  'x-decision': decision,
};
