/** Checks data of the options, before anything is made from them. */
import { isList, isObject, pointerTo } from '@agent-conversation/contract';
import type { OperationId } from '@agent-conversation/validators';
import { checkProperties } from '../checks.ts';
import { canonicalId } from '../state/ids.ts';
import { resourceLimit } from '../state/resources.ts';
import { Account } from '../state/store.ts';
import type { MockData } from '../types.ts';
import { violationsIn } from '../validate.ts';
import { showAppConversation, showConversation } from './conversations.ts';
import { showSandbox } from './sandboxes.ts';
import { createSeedData, exampleData } from './seed-data.ts';
import { readShared } from './settings.ts';

type Item = Readonly<Record<string, unknown>>;

/** The kinds of resources in data. */
type Kind = 'sandboxes' | 'appConversations' | 'conversations';

interface KindOfData {
  /** The property with the id. */
  readonly idName: string;
  /** An operation that returns items. */
  readonly operation: OperationId;
  /** Returns its response with an item. */
  readonly bodyWith: (item: Item) => unknown;
  /** Where the item is in it. */
  readonly pointer: string;
}

const kinds: Readonly<Record<Kind, KindOfData>> = {
  sandboxes: {
    idName: 'id',
    operation: 'searchSandboxes',
    bodyWith: (item) => ({ items: [item], next_page_id: null }),
    pointer: '/items/0',
  },
  appConversations: {
    idName: 'id',
    operation: 'listAppConversations',
    bodyWith: (item) => [item],
    pointer: '/0',
  },
  conversations: {
    idName: 'conversation_id',
    operation: 'createConversation',
    bodyWith: (item) => item,
    pointer: '',
  },
};

/** The properties of data, with what can be wrong with them. What is in them is checked by the contract. */
const properties = {
  sandboxes: listProblem,
  appConversations: listProblem,
  conversations: listProblem,
  settings: (value: unknown) =>
    value !== null && !isObject(value) && 'must be an object or null',
  sandboxSpecs: listProblem,
};

function listProblem(value: unknown): string | false {
  if (!isList(value) || !value.every(isObject))
    return 'must be a list of objects';
  const { length } = value;
  return (
    length > resourceLimit &&
    `has ${length} items, and can have ${resourceLimit}`
  );
}

/**
 * Checks data.
 *
 * @throws {TypeError} naming what breaks the contract, or what the data contradict themselves in; never a value
 */
export function checkData(value: unknown): MockData {
  if (!isObject(value)) throw new TypeError('The data must be an object');
  checkProperties(value, properties, 'The data have no property');
  const data = value as MockData;
  for (const kind of kindNames) checkItems(kind, itemsOf(data, kind));
  const { settings, sandboxSpecs } = data;
  readShared({ clock: 'manual', data: { settings, sandboxSpecs } });
  checkShown(data, new Account(readShared({ clock: 'manual' }), ''));
  return data;
}

const kindNames = Object.keys(kinds) as Kind[];

function itemsOf(data: MockData, kind: Kind): readonly Item[] {
  return data[kind] ?? [];
}

function checkItems(kind: Kind, items: readonly Item[]): void {
  const { idName, operation, bodyWith, pointer } = kinds[kind];
  // Completed by an example: what is wrong is what was given.
  const [complete] = exampleData()[kind];
  const ids = new Set<string>();
  for (const [index, item] of items.entries()) {
    const body = bodyWith({ ...complete, ...item });
    const [first] = violationsIn(operation, { status: 200, body });
    if (first) {
      const at =
        pointerTo('', kind, index) + first.pointer.slice(pointer.length);
      throw new TypeError(
        `The data break the contract: ${at} ${first.message}`,
      );
    }
    const id = item[idName];
    if (typeof id !== 'string') continue;
    const canonical = canonicalId(id);
    if (ids.has(canonical)) {
      const at = pointerTo('', kind, index, idName);
      throw new TypeError(`The data have the id at ${at} twice`);
    }
    ids.add(canonical);
  }
}

/** Checks that responses would show all that the data say. The account is one without anything. */
function checkShown(data: MockData, account: Account): void {
  const identified = identify(data);
  createSeedData(identified).addTo(account);
  const { sandboxes, appConversations, conversations } = account;
  const shown: Record<Kind, (id: string) => object> = {
    sandboxes: (id) => showSandbox(account, sandboxes.get(id)!),
    appConversations: (id) =>
      showAppConversation(account, appConversations.get(id)!),
    conversations: (id) => showConversation(conversations.get(id)!),
  };
  for (const kind of kindNames) {
    const { idName } = kinds[kind];
    for (const [index, item] of itemsOf(identified, kind).entries()) {
      const result = shown[kind](canonicalId(item[idName] as string)) as Item;
      const names = Object.keys(item);
      const wrong = names.find((name) => !isShown(name, item, result, idName));
      if (wrong === undefined) continue;
      const at = pointerTo('', kind, index, wrong);
      const problem = `${at} is not what follows from the rest; leave it out`;
      throw new TypeError(`The data contradict themselves: ${problem}`);
    }
  }
}

/** Gives ids to those without one. */
function identify(data: MockData): MockData {
  const withIds = (kind: Kind) =>
    itemsOf(data, kind).map((item, index) => ({
      [kinds[kind].idName]: `${kind} ${index}`,
      ...item,
    }));
  return {
    sandboxes: withIds('sandboxes'),
    appConversations: withIds('appConversations'),
    conversations: withIds('conversations'),
  };
}

function isShown(
  name: string,
  item: Item,
  result: Item,
  idName: string,
): boolean {
  // An id has several forms, and what changes with time begins now.
  if (name === idName || name === 'updated_at' || item[name] === undefined)
    return true;
  return JSON.stringify(item[name]) === JSON.stringify(result[name]);
}
