import {
  type Comparer,
  compareMembers,
  mapOf,
  type Table,
  tell,
  tellsItself,
} from '../compare/comparer.ts';
import { headers } from './headers.ts';
import { links } from './links.ts';
import { content } from './media-types.ts';
import { provenance } from './provenance.ts';
import { referable } from './referred.ts';
import { decision, description } from './texts.ts';

/** An answer. */
export const response: Comparer = (pair, _element, context) =>
  compareMembers(pair, responseTable, context);

const added: Comparer = (pair, _element, context) => {
  const status = pair.current.pointer.slice(pair.current.pointer.lastIndexOf('/') + 1);
  tell(context, /^[23]/.test(status) ? 'success-added' : 'error-added', pair);
};

/** The answers of an operation, by their statuses. */
export const responses: Comparer = mapOf(
  added,
  tellsItself('response-removed'),
  referable(response),
);

const responseTable: Table = {
  description,
  content,
  headers,
  links,
  'x-provenance': provenance,
  'x-decision': decision,
};
