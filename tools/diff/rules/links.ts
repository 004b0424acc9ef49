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
import { operationsOf } from '../judge/operations.ts';
import { referable } from './referred.ts';
import { servers } from './servers.ts';
import { description } from './texts.ts';

const changed = tells('link-changed');

/** An operation may have another name and be the same one, which is told there. */
const operationId: Comparer = (pair, element, context) => {
  const [before, after] = [
    operationsOf(context.released).find(({ id }) => id === pair.released.value),
    operationsOf(context.current).find(({ id }) => id === pair.current.value),
  ];
  const isSameOne = before !== undefined && before.pointer === after?.pointer;
  const values = beforeAndAfter(pair);
  tell(context, isSameOne ? 'link-restated' : 'link-changed', element, values, pair);
};

const linkTable: Table = {
  description,
  operationId,
  operationRef: changed,
  parameters: changed,
  requestBody: changed,
  server: servers,
};

/** A link from an answer to an operation. */
export const link: Comparer = (pair, _element, context) => compareMembers(pair, linkTable, context);

/** The links of an answer, by their names. */
export const links: Comparer = mapOf(
  tellsItself('link-added'),
  tellsItself('link-removed'),
  referable(link),
);
