/** Compares parameters, request bodies, responses, headers, media types and links. */
import {
  isObject,
  type Json,
  nameOf,
  objectOf,
  type Operation,
  textOf,
} from '@agent-conversation/contract';
import { isDeepStrictEqual } from 'node:util';
import type { Rule } from '../rules.ts';
import {
  child,
  childPair,
  type Comparison,
  type Direction,
  type Element,
  existenceOf,
  match,
  namesOf,
  type Pair,
  type Report,
} from './comparison.ts';
import { compareRest, report } from './keywords.ts';
import type { SchemaComparison } from './schemas.ts';

/** Compares the messages of one operation. */
export class MessageComparison {
  readonly #comparison: Comparison;
  readonly #schemas: SchemaComparison;
  readonly #operation: Operation | undefined;

  constructor(comparison: Comparison, schemas: SchemaComparison, operation: Operation | undefined) {
    this.#comparison = comparison;
    this.#schemas = schemas;
    this.#operation = operation;
  }

  #report(
    rule: Rule,
    element: Pair,
    direction: Direction,
    more: Omit<Report, 'breaks'> = {},
  ): void {
    report(this.#comparison, rule, element, direction, this.#operation, more);
  }

  #rest(element: Pair, compared: string, direction: Direction): void {
    compareRest(this.#comparison, element, compared.split(' '), direction, this.#operation);
  }

  // ----- Parameters

  /** Compares parameters, or one of them with nothing. */
  parameter(pair: Pair, direction: Direction): void {
    const element = this.#comparison.resolved(pair);
    const existence = existenceOf(element);
    if (existence === 'removed') return this.#report('parameter-removed', element, direction);
    if (existence === 'added') {
      const rule = isRequired(element.current) ? 'parameter-added-required' : 'parameter-added';
      return this.#report(rule, element, direction);
    }
    const [wasRequired, mustBeSent] = [isRequired(element.base), isRequired(element.current)];
    if (wasRequired !== mustBeSent) {
      const rule = mustBeSent ? 'parameter-required' : 'parameter-optional';
      this.#report(rule, element, direction);
    }
    const name = childPair(element, 'name');
    const isHeader = objectOf(element.base.value)['in'] === 'header';
    if (!isHeader && name.base.value !== name.current.value) {
      this.#report('path-parameter-renamed', element, direction, { part: name });
    }
    this.#emptyValue(element, direction);
    this.#serialized(element, textOf(objectOf(element.current.value)['in']), direction);
    this.#rest(
      element,
      'name in required style explode allowReserved allowEmptyValue schema content',
      direction,
    );
  }

  #emptyValue(element: Pair, direction: Direction): void {
    const { base, current } = childPair(element, 'allowEmptyValue');
    const [before, after] = [base.value === true, current.value === true];
    if (before === after) return;
    this.#report(after ? 'empty-value-allowed' : 'empty-value-disallowed', element, direction);
  }

  /** Compares how a parameter or header is written, and its values. @param location `query`, `header` and so on */
  #serialized(element: Pair, location: string, direction: Direction): void {
    const usualStyle = location === 'query' || location === 'cookie' ? 'form' : 'simple';
    const read = ({ value }: Element) => {
      const {
        style = usualStyle,
        explode = style === 'form',
        allowReserved = false,
      } = objectOf(value);
      return { style, explode, allowReserved } as const;
    };
    const [before, after] = [read(element.base), read(element.current)];
    // One value is written alike whether lists are exploded or not.
    const isScalar = [element.base, element.current].every(({ value }) =>
      isScalarSchema(objectOf(value)['schema']),
    );
    for (const keyword of ['style', 'explode', 'allowReserved'] as const) {
      const isIdle = keyword === 'explode' && isScalar;
      if (isIdle || before[keyword] === after[keyword]) continue;
      const part = valuesOf(childPair(element, keyword), before[keyword], after[keyword]);
      this.#report('serialization', element, direction, { part, value: keyword });
    }
    const schema = childPair(element, 'schema');
    const content = childPair(element, 'content');
    if (existenceOf(content)) {
      const notation = ({ value }: Element) => (value === undefined ? 'a style' : 'a media type');
      const part = valuesOf(content, notation(content.base), notation(content.current));
      return this.#report('serialization', element, direction, { part, value: 'notation' });
    }
    this.content(content, direction);
    this.#schemas.compare(schema, direction, this.#operation);
    this.#examples(element, direction);
  }

  // ----- Request bodies and responses

  requestBody(pair: Pair, direction: Direction): void {
    const element = this.#comparison.resolved(pair);
    const existence = existenceOf(element);
    if (existence === 'removed') return this.#report('request-body-removed', element, direction);
    if (existence === 'added') {
      const isDemanded = isRequired(element.current);
      return this.#report(
        isDemanded ? 'request-body-required' : 'request-body-added',
        element,
        direction,
      );
    }
    if (existenceOf({ base: element.base, current: element.base })) return;
    const [was, is] = [isRequired(element.base), isRequired(element.current)];
    if (was !== is) {
      this.#report(is ? 'request-body-required' : 'request-body-optional', element, direction);
    }
    this.content(childPair(element, 'content'), direction);
    this.#rest(element, 'required content', direction);
  }

  /** Compares all responses of an operation. */
  responses(pair: Pair, direction: Direction): void {
    for (const status of namesOf(pair)) {
      if (status.startsWith('x-')) continue;
      const own = this.#comparison.resolved(childPair(pair, status));
      const existence = existenceOf(own);
      if (!existence) {
        this.#response(own, direction);
        continue;
      }
      // What a range or the default covered, or covers, is compared with it.
      const isAdded = existence === 'added';
      const around = this.#covering(
        isAdded ? pair.base : pair.current,
        status,
        isAdded ? 'base' : 'current',
      );
      if (around)
        this.#response(isAdded ? { ...own, base: around } : { ...own, current: around }, direction);
      const kind = isError(status) ? 'response' : 'success';
      const isCovered = around !== undefined;
      if (isCovered) continue;
      this.#report(`${kind}-${existence}`, own, direction, { value: status });
    }
    this.#rest(
      pair,
      namesOf(pair)
        .filter((name) => !name.startsWith('x-'))
        .join(' '),
      direction,
    );
  }

  /** Finds the response that a range or the default has for a status (OpenAPI 3.1, section 4.8.16). */
  #covering(responses: Element, status: string, side: keyof Pair): Element | undefined {
    const range = `${status.charAt(0)}XX`;
    const names = [range, range.toLowerCase(), 'default'].filter((name) => name !== status);
    for (const name of names) {
      const element = child(responses, name);
      const isThere = element.value !== undefined;
      if (isThere) return this.#comparison.resolved({ base: element, current: element })[side];
    }
    return undefined;
  }

  #response(element: Pair, direction: Direction): void {
    this.content(childPair(element, 'content'), direction);
    this.#headers(childPair(element, 'headers'), direction);
    this.#links(childPair(element, 'links'), direction);
    this.#rest(element, 'content headers links', direction);
  }

  /** Names of headers have no case (RFC 9110, section 5.1); `Content-Type` is described by the content. */
  #headers(pair: Pair, direction: Direction): void {
    const byName = (element: Element) =>
      new Map(
        Object.keys(objectOf(element.value))
          .filter((name) => name.toLowerCase() !== 'content-type')
          .map((name) => [name.toLowerCase(), child(element, name)]),
      );
    const [before, after] = [byName(pair.base), byName(pair.current)];
    for (const name of new Set([...before.keys(), ...after.keys()])) {
      const element = this.#comparison.resolved({
        base: before.get(name) ?? child({ ...pair.base, value: undefined }, name),
        current: after.get(name) ?? child({ ...pair.current, value: undefined }, name),
      });
      const existence = existenceOf(element);
      if (existence) this.#report(`header-${existence}`, element, direction);
      else this.#header(element, direction);
    }
  }

  #header(element: Pair, direction: Direction): void {
    const { base, current } = childPair(element, 'required');
    const [was, is] = [base.value === true, current.value === true];
    if (was !== is) this.#report(is ? 'header-required' : 'header-optional', element, direction);
    this.#serialized(element, 'header', direction);
    this.#rest(
      element,
      'required style explode allowReserved allowEmptyValue schema content',
      direction,
    );
  }

  #links(pair: Pair, direction: Direction): void {
    for (const name of namesOf(pair)) {
      const element = this.#comparison.resolved(childPair(pair, name));
      const existence = existenceOf(element);
      if (existence) {
        this.#report(`link-${existence}`, element, direction);
        continue;
      }
      for (const keyword of [
        'operationRef',
        'operationId',
        'parameters',
        'requestBody',
        'server',
      ]) {
        const part = childPair(element, keyword);
        if (isDeepStrictEqual(part.base.value, part.current.value)) continue;
        const rule =
          keyword === 'operationId' && this.#isRenamed(part) ? 'link-renamed' : 'link-changed';
        this.#report(rule, element, direction, { part, value: keyword });
      }
      this.#rest(element, 'operationRef operationId parameters requestBody server', direction);
    }
  }

  /** Whether an operation has another id at the same path. */
  #isRenamed({ base, current }: Pair): boolean {
    const before = pointerOfOperation(this.#comparison.base, base.value);
    return (
      before !== undefined && before === pointerOfOperation(this.#comparison.current, current.value)
    );
  }

  // ----- Media types

  /** Compares a map of media types. */
  content(pair: Pair, direction: Direction): void {
    const items = (element: Element) =>
      Object.keys(objectOf(element.value)).map((name) => ({
        ...child(element, name),
        type: essence(name),
      }));
    const types = { base: items(pair.base), current: items(pair.current) };
    const { both, removed, added } = match(types, [(one, other) => one.type === other.type]);
    for (const each of both) this.#mediaType(each, direction);
    const missing = ({ pointer }: Element): Element => ({ pointer, value: undefined });
    for (const base of removed) {
      // A range contains the types that take its place.
      const within = added.filter(
        ({ type }) => isWithin(type, base.type) || isWithin(base.type, type),
      );
      for (const current of within) this.#mediaType({ base, current }, direction);
      const isNarrower = within.some(({ type }) => isWithin(type, base.type));
      const isKept = within.length > 0 && (!isNarrower || direction === 'response');
      if (isKept) continue;
      const element = { base, current: missing(pair.current) };
      this.#report('media-type-removed', element, direction, { value: base.type });
    }
    for (const current of added) {
      const isKnown = removed.some(({ type }) => isWithin(current.type, type));
      if (isKnown) continue;
      const element = { base: missing(pair.base), current };
      this.#report('media-type-added', element, direction, { value: current.type });
    }
  }

  #mediaType(element: Pair, direction: Direction): void {
    const { base, current } = element;
    const isXml = /[/+]xml$/.test(essence(nameOf(base.pointer)));
    const schema = childPair({ base, current }, 'schema');
    this.#schemas.compare(schema, direction, this.#operation, { isXml });
    this.#examples({ base, current }, direction);
    this.#encodings(childPair({ base, current }, 'encoding'), direction);
    this.#rest({ base, current }, 'schema examples example encoding', direction);
  }

  /** Compares how the parts of a form are written. */
  #encodings(pair: Pair, direction: Direction): void {
    for (const name of namesOf(pair)) {
      const element = childPair(pair, name);
      const typesOf = ({ value }: Element) => {
        const { contentType = '' } = objectOf(value);
        return textOf(contentType)
          .split(',')
          .map((type) => type.trim().toLowerCase())
          .filter(Boolean);
      };
      const [before, after] = [typesOf(element.base), typesOf(element.current)];
      for (const value of before.filter((type) => !after.includes(type))) {
        this.#report('part-type-removed', element, direction, { value });
      }
      for (const value of after.filter((type) => !before.includes(type))) {
        this.#report('part-type-added', element, direction, { value });
      }
      for (const keyword of ['style', 'explode', 'allowReserved', 'headers']) {
        const part = childPair(element, keyword);
        const isSame = isDeepStrictEqual(part.base.value, part.current.value);
        if (!isSame) this.#report('serialization', element, direction, { part, value: keyword });
      }
    }
  }

  #examples(element: Pair, direction: Direction): void {
    for (const keyword of ['example', 'examples']) {
      const part = childPair(element, keyword);
      if (isDeepStrictEqual(part.base.value, part.current.value)) continue;
      this.#report('text', element, direction, { part, value: keyword });
    }
  }
}

function valuesOf({ base, current }: Pair, before: Json, after: Json): Pair {
  return { base: { ...base, value: before }, current: { ...current, value: after } };
}

const isRequired = ({ value }: Element): boolean => objectOf(value)['required'] === true;

function isScalarSchema(schema: Json | undefined): boolean {
  const types = [objectOf(schema)['type'] ?? 'any'].flat();
  return types.every((type) =>
    ['string', 'number', 'integer', 'boolean', 'null'].includes(textOf(type)),
  );
}

/** The type without parameters, in lower case (RFC 9110, section 8.3.1). */
const essence = (mediaType: string): string => mediaType.replace(/;.*/, '').trim().toLowerCase();

function isWithin(type: string, range: string): boolean {
  if (range === '*/*') return true;
  return range.endsWith('/*') && type.startsWith(range.slice(0, -1));
}

/** Errors are possible at any time; `default` describes those that are not listed. */
const isError = (status: string): boolean => /^[45]|^default$/.test(status);

function pointerOfOperation(root: Json, id: Json | undefined): string | undefined {
  for (const [path, item] of Object.entries(objectOf(objectOf(root)['paths']))) {
    for (const [method, operation] of Object.entries(objectOf(item))) {
      const isIt = isObject(operation) && operation['operationId'] === id;
      if (isIt) return `${method} ${path}`;
    }
  }
  return undefined;
}
