import { type Comparer, compareMembers, tell, type Table } from '../compare/comparer.ts';
import { member } from '../model/json.ts';
import { content } from './media-types.ts';
import { description } from './texts.ts';

/** The body of a request. */
export const requestBody: Comparer = (pair, _element, context) => {
  const { released, current } = pair;
  if (current.value === undefined) tell(context, 'request-body-removed', pair);
  else if (released.value === undefined) {
    const isRequired = member(current.value, 'required') === true;
    tell(context, isRequired ? 'request-body-added-required' : 'request-body-added', pair);
  } else compareMembers(pair, bodyTable, context);
};

const required: Comparer = (pair, element, context) => {
  const [before, after] = [pair.released.value === true, pair.current.value === true];
  const rule = after ? 'request-body-became-required' : 'request-body-became-optional';
  if (before === after)
    tell(context, 'default-stated', element, { value: '`required: false`' }, pair);
  else tell(context, rule, element, {}, pair);
};

const bodyTable: Table = { description, required, content };
