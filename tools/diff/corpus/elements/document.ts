import type { Json } from '../contract/json.ts';
import { listAt, pointerOf } from '../contract/pointer.ts';
import { released } from '../contract/released.ts';
import { type Judgements, both } from '../labels/judgement.ts';
import type { LabelledChange } from '../labels/labelled-change.ts';
import { type ElementChange, labelled } from './element-change.ts';
import { setMember } from './set-member.ts';

const text = 'Said in other words.';

/** A member of the document or of its `info` is an element of its own. */
const set = (
  kind: string,
  at: string,
  name: string,
  now: Json,
  judgements: Judgements = both('editorial'),
): ElementChange => ({
  kind,
  pointer: at + pointerOf(name),
  at,
  judgements,
  edit: (value) => {
    value[name] = now;
  },
});

const tags = listAt(released, '/tags');

const tagChanges: readonly ElementChange[] = [
  ...tags.map((_, index) =>
    setMember('tag', `/tags/${index}`)('description changed', 'editorial', 'description', text),
  ),
  {
    ...set('tag added', '', 'tags', [...tags, { name: 'Further', description: 'Further things.' }]),
    pointer: pointerOf('tags', tags.length),
  },
  {
    ...set('tag removed', '', 'tags', tags.slice(0, -1)),
    pointer: pointerOf('tags', tags.length - 1),
  },
  set('tags in another order', '', 'tags', tags.toReversed()),
  set('tag groups changed', '', 'x-tagGroups', [{ name: 'The first', tags: [] }]),
];

const documentChangesOf: readonly ElementChange[] = [
  set('info: title changed', '/info', 'title', 'Another title'),
  set('info: summary changed', '/info', 'summary', text),
  set('info: description changed', '/info', 'description', text),
  set('info: contact added', '/info', 'contact', { name: 'The keepers' }),
  setMember('info', '/info/license')('licence changed', 'editorial', 'identifier', 'Apache-2.0'),
  setMember('document', '')('unknown extension added', 'editorial', 'x-note', 'for us'),
  set('document: patch version of OpenAPI', '', 'openapi', '3.1.0'),
  set(
    'document: other dialect of JSON Schema',
    '',
    'jsonSchemaDialect',
    'https://spec.openapis.org/oas/3.1/dialect/base',
    both('sender', 'receiver'),
  ),
];

/** Changes of what holds for the whole document; that of its version is none. */
export function documentChanges(): readonly LabelledChange[] {
  const version = set('info: version changed, which is no change', '/info', 'version', '0.2.0');
  return [
    ...[...tagChanges, ...documentChangesOf].map(labelled),
    { ...labelled(version), expected: [] },
  ];
}
