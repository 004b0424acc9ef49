import {
  beforeAndAfter,
  type Comparer,
  compareMembers,
  mapOf,
  type Table,
  tell,
  tells,
  tellsItself,
} from '../compare/comparer.ts';
import { content } from './media-types.ts';
import { provenance } from './provenance.ts';
import { referable } from './referred.ts';
import { schemaMember } from './schema/schema.ts';
import { decision, deprecated, description, examples, text } from './texts.ts';

const required: Comparer = (pair, element, context) => {
  const [before, after] = [pair.released.value === true, pair.current.value === true];
  const rule = after ? 'header-became-required' : 'header-became-optional';
  if (before === after)
    tell(context, 'default-stated', element, { value: '`required: false`' }, pair);
  else tell(context, rule, element, beforeAndAfter(pair), pair);
};

const headerTable: Table = {
  description,
  required,
  deprecated,
  style: tells('serialization-changed'),
  explode: tells('serialization-changed'),
  schema: schemaMember,
  content,
  example: text('example'),
  examples,
  'x-provenance': provenance,
  'x-decision': decision,
};

/** A header of an answer. */
export const header: Comparer = (pair, _element, context) =>
  compareMembers(pair, headerTable, context);

/** The headers of an answer, by their names. */
export const headers: Comparer = mapOf(
  tellsItself('header-added'),
  tellsItself('header-removed'),
  referable(header),
);
