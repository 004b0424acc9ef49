import { type Comparer, compareMembers, type Table, tell } from '../../compare/comparer.ts';
import { schemaWords } from '../../compare/words.ts';
import { isRecord, isSame, member } from '../../model/json.ts';
import { provenance } from '../provenance.ts';
import { findingsBehind, referenceChanged } from '../referred.ts';
import { decision, deprecated, description, text } from '../texts.ts';
import { bounds } from './bounds.ts';
import { discriminator } from './discriminator.ts';
import { lifecycle } from './lifecycle.ts';
import { additionalProperties, properties, required } from './members.ts';
import { isAnnotation, reshaped, withoutAnnotations } from './shape.ts';
import { type } from './types.ts';
import { constant, defaultValue, enumeration, format, pattern, valueMeanings } from './values.ts';
import { all, compareVariants, variants } from './variants.ts';
import { readOnly, secret, writeOnly } from './ways.ts';

/** A schema. */
export const schema: Comparer = (pair, _element, context) => {
  const { released, current } = pair;
  if (isSame(released.value, current.value)) return;
  if (!isRecord(released.value) || !isRecord(current.value)) {
    const values = { before: schemaWords(released.value), after: schemaWords(current.value) };
    tell(context, 'schema-replaced', pair, values);
    return;
  }
  const [before, after] = [member(released.value, '$ref'), member(current.value, '$ref')];
  const shapes = reshaped({
    released: withoutAnnotations(released),
    current: withoutAnnotations(current),
  });
  const isReferred = before !== undefined && after !== undefined;
  // What is written out in place of a reference speaks of itself as well, so all of it is held together.
  const isWrittenOut = !isReferred && before !== after;
  if (isWrittenOut && (!shapes || findingsBehind(schema, pair, pair, context).length === 0)) {
    referenceChanged(schema, pair, pair, context);
  } else {
    compareMembers(pair, annotationTable, context, isAnnotation);
    if (shapes) compareVariants(schema, pair, shapes, context);
    else if (before === after) {
      compareMembers(pair, coreTable, context, (name) => !isAnnotation(name));
    } else {
      const core = { released: withoutAnnotations(released), current: withoutAnnotations(current) };
      referenceChanged(schema, core, core, context);
    }
  }
};

/** A schema, in a member that may not be there. */
export const schemaMember: Comparer = (pair, element, context) => {
  if (pair.released.value === undefined) tell(context, 'schema-added', element, {}, pair);
  else if (pair.current.value === undefined) tell(context, 'schema-removed', element, {}, pair);
  else schema(pair, element, context);
};

const items: Comparer = (pair, element, context) => {
  const { released, current } = pair;
  const value = `a list of ${schemaWords(released.value ?? current.value)}`;
  if (released.value === undefined) tell(context, 'constraint-added', element, { value }, pair);
  else if (current.value === undefined)
    tell(context, 'constraint-removed', element, { value }, pair);
  else schema(pair, element, context);
};

const annotationTable: Table = {
  title: text('title'),
  description,
  $comment: text('comment'),
  externalDocs: text('link to more'),
  example: text('example'),
  examples: text('list of examples'),
  default: defaultValue,
  deprecated,
  readOnly,
  writeOnly,
  discriminator,
  'x-provenance': provenance,
  'x-decision': decision,
  'x-secret': secret,
  'x-lifecycle': lifecycle,
  'x-enumDescriptions': valueMeanings,
};

const coreTable: Table = {
  type,
  enum: enumeration,
  const: constant,
  format,
  pattern,
  ...bounds,
  properties: properties(schema),
  required,
  additionalProperties: additionalProperties(schema),
  items,
  anyOf: variants(schema),
  oneOf: variants(schema),
  allOf: all(schema),
};
