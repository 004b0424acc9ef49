import {
  type Comparer,
  compareMembers,
  mapOf,
  type Table,
  tells,
  tellsItself,
} from '../compare/comparer.ts';
import { schemaMember } from './schema/schema.ts';
import { examples, text } from './texts.ts';

const mediaTypeTable: Table = {
  schema: schemaMember,
  encoding: tells('serialization-changed'),
  example: text('example'),
  examples,
};

/** The media types of a body, each with its schema. */
export const content: Comparer = mapOf(
  tellsItself('media-type-added'),
  tellsItself('media-type-removed'),
  (pair, _element, context) => compareMembers(pair, mediaTypeTable, context),
);
