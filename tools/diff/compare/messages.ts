/** Compares parameters, request bodies, responses, headers, media types and links. */
import {
  type Json,
  type JsonObject,
  nameOf,
  objectOf,
  type Operation,
  operationsOf,
  stepsOf,
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
  type ReportOptions,
} from './comparison.ts';
import { compareExtensions, compareRest, report } from './keywords.ts';
import type { SchemaComparison } from './schemas.ts';
import { compareNotation, writtenAlike } from './notation.ts';
import { declaredIn, followed } from './structure.ts';

/** Compares the messages of one operation. */
export class MessageComparison {
  readonly #comparison: Comparison;
  readonly #schemas: SchemaComparison;
  readonly #operation: Operation | undefined;
  readonly #requests: Direction;

  /** @param requests the direction of requests: that of responses where the service calls */
  constructor(
    comparison: Comparison,
    schemas: SchemaComparison,
    operation: Operation | undefined,
    requests: Direction,
  ) {
    this.#comparison = comparison;
    this.#schemas = schemas;
    this.#operation = operation;
    this.#requests = requests;
  }

  #report(
    rule: Rule,
    element: Pair,
    direction: Direction,
    more: Omit<ReportOptions, 'breaks'> = {},
  ): void {
    report(this.#comparison, rule, element, direction, this.#operation, more);
  }

  #rest(element: Pair, compared: string, direction: Direction): void {
    compareRest(
      this.#comparison,
      element,
      compared.split(' '),
      direction,
      this.#operation,
    );
  }

  // ----- Parameters

  /** Compares parameters, or one of them with nothing. */
  parameter(pair: Pair, direction: Direction): void {
    const element = this.#comparison.resolved(pair);
    const existence = existenceOf(element);
    if (existence === 'removed')
      return this.#report('parameter-removed', element, direction);
    if (existence === 'added') {
      const rule = isRequired(element.current)
        ? 'parameter-added-required'
        : 'parameter-added';
      return this.#report(rule, element, direction);
    }
    const [wasRequired, mustBeSent] = [
      isRequired(element.base),
      isRequired(element.current),
    ];
    if (wasRequired !== mustBeSent) {
      const rule = mustBeSent ? 'parameter-required' : 'parameter-optional';
      this.#report(rule, element, direction);
    }
    const name = childPair(element, 'name');
    const isHeader = objectOf(element.base.value)['in'] === 'header';
    if (!isHeader && name.base.value !== name.current.value) {
      this.#report('path-parameter-renamed', element, direction, {
        part: name,
      });
    }
    this.#emptyValue(element, direction);
    this.#serialized(
      element,
      textOf(objectOf(element.current.value)['in']),
      direction,
    );
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
    this.#report(
      after ? 'empty-value-allowed' : 'empty-value-disallowed',
      element,
      direction,
    );
  }

  /** Compares how a parameter or header is written, and its values. @param location `query`, `header` and so on */
  #serialized(element: Pair, location: string, direction: Direction): void {
    const usualStyle =
      location === 'query' || location === 'cookie' ? 'form' : 'simple';
    this.#notation(element, usualStyle, direction);
    const schema = childPair(element, 'schema');
    const content = childPair(element, 'content');
    if (existenceOf(content)) {
      const notation = ({ value }: Element) =>
        value === undefined ? 'a style' : 'a media type';
      const part = valuesOf(
        content,
        notation(content.base),
        notation(content.current),
      );
      return this.#report('serialization', element, direction, {
        part,
        value: 'notation',
      });
    }
    this.content(content, direction);
    const alike = writtenAlike(this.#comparison, schema, direction);
    if (alike)
      this.#report('written-alike', schema, direction, {
        part: childPair(schema, 'type'),
      });
    const isAlwaysSent =
      isRequired(element.base) && isRequired(element.current);
    this.#schemas.compare(alike ?? schema, direction, this.#operation, {
      isAlwaysSent,
    });
    this.#examples(element, direction);
  }

  #notation(
    element: Pair,
    usualStyle: 'form' | 'simple',
    direction: Direction,
  ): void {
    for (const { rule, ...more } of compareNotation(
      this.#comparison,
      element,
      usualStyle,
    )) {
      this.#report(rule, element, direction, more);
    }
  }

  // ----- Request bodies and responses

  requestBody(pair: Pair, direction: Direction): void {
    const element = this.#comparison.resolved(pair);
    const existence = existenceOf(element);
    if (existence === 'removed')
      return this.#report('request-body-removed', element, direction);
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
      this.#report(
        is ? 'request-body-required' : 'request-body-optional',
        element,
        direction,
      );
    }
    this.content(childPair(element, 'content'), direction);
    this.#rest(element, 'required content', direction);
  }

  /** Compares all responses of an operation. */
  responses(pair: Pair, direction: Direction): void {
    for (const status of namesOf(pair)) {
      if (status.startsWith('x-')) continue;
      const response = this.#comparison.resolved(childPair(pair, status));
      const existence = existenceOf(response);
      if (!existence) {
        this.#response(response, direction);
        continue;
      }
      // What a range or the default covered, or covers, is compared with it.
      const isAdded = existence === 'added';
      const around = this.#covering(pair, status, isAdded ? 'base' : 'current');
      if (around)
        this.#response(
          isAdded
            ? { ...response, base: around }
            : { ...response, current: around },
          direction,
        );
      // Of a range that was left, fewer come.
      const within = isAdded ? [] : this.#within(pair.current, status);
      for (const current of within)
        this.#response({ ...response, current }, direction);
      const isKept = within.length > 0 && direction === 'response';
      if (around || isKept) continue;
      const kind = isSuccess(status) ? 'success' : 'response';
      this.#report(`${kind}-${existence}`, response, direction, {
        value: status,
      });
    }
    compareExtensions(this.#comparison, pair, direction, this.#operation);
  }

  /** Finds the responses of a range of statuses. */
  #within(responses: Element, range: string): readonly Element[] {
    if (!/^[1-5]xx$/i.test(range)) return [];
    const names = Object.keys(objectOf(responses.value)).filter((name) =>
      name.startsWith(range.charAt(0)),
    );
    return names.map((name) => {
      return this.#comparison.resolvedIn('current', child(responses, name));
    });
  }

  /** Finds the response that a range or the default has for a status (OpenAPI 3.1, section 4.8.16). */
  #covering(pair: Pair, status: string, side: keyof Pair): Element | undefined {
    const range = `${status.charAt(0)}XX`;
    const byDefault = childPair(pair, 'default');
    const isKept =
      byDefault.base.value !== undefined &&
      byDefault.current.value !== undefined;
    const ofStatus = childPair(pair, status);
    const added = side === 'base' ? 'current' : 'base';
    const contentOf = (element: Element) =>
      objectOf(this.#comparison.resolvedIn(added, element).value)['content'];
    // A default that stays beside a success, with another content, describes what is none.
    const isForOthers =
      isSuccess(status) &&
      isKept &&
      !isDeepStrictEqual(
        contentOf(byDefault[added]),
        contentOf(ofStatus[added]),
      );
    const names = [
      range,
      range.toLowerCase(),
      ...(isForOthers ? [] : ['default']),
    ];
    for (const name of names.filter((each) => each !== status)) {
      const element = child(pair[side], name);
      if (element.value !== undefined)
        return this.#comparison.resolvedIn(side, element);
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
        base:
          before.get(name) ?? child({ ...pair.base, value: undefined }, name),
        current:
          after.get(name) ?? child({ ...pair.current, value: undefined }, name),
      });
      const existence = existenceOf(element);
      const isDemanded = existence === 'added' && isRequired(element.current);
      if (isDemanded) this.#report('header-required', element, direction);
      else if (existence)
        this.#report(`header-${existence}`, element, direction);
      else this.#header(element, direction);
    }
  }

  #header(element: Pair, direction: Direction): void {
    const { base, current } = childPair(element, 'required');
    const [was, is] = [base.value === true, current.value === true];
    if (was !== is)
      this.#report(
        is ? 'header-required' : 'header-optional',
        element,
        direction,
      );
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
        const isTarget =
          keyword === 'operationId' || keyword === 'operationRef';
        const rule =
          isTarget && this.#isSameTarget(element)
            ? 'link-renamed'
            : 'link-changed';
        this.#report(rule, element, direction, { part, value: keyword });
      }
      this.#rest(
        element,
        'operationRef operationId parameters requestBody server',
        direction,
      );
    }
  }

  /** Whether a link leads to the operation with the same method and path, however it names it. */
  #isSameTarget({ base, current }: Pair): boolean {
    const before = targetOfLink(this.#comparison.base, base.value);
    return (
      before !== undefined &&
      before === targetOfLink(this.#comparison.current, current.value)
    );
  }

  // ----- Media types

  /** Compares a map of media types. */
  content(pair: Pair, direction: Direction): void {
    const items = (element: Element) =>
      Object.keys(objectOf(element.value)).map((name) => ({
        ...child(element, name),
        name: name.toLowerCase().replaceAll(/\s/g, ''),
        type: essence(name),
      }));
    const types = { base: items(pair.base), current: items(pair.current) };
    const { both, removed, added } = match(types, [
      (one, other) => one.name === other.name,
      (one, other) => one.type === other.type,
    ]);
    for (const each of both) this.#mediaType(each, direction);
    const missing = ({ pointer }: Element): Element => ({
      pointer,
      value: undefined,
    });
    for (const base of removed) {
      const broader = types.current.filter(({ type }) =>
        isWithin(base.type, type),
      );
      const narrower = added.filter(({ type }) => isWithin(type, base.type));
      for (const current of [...broader, ...narrower])
        this.#mediaType({ base, current }, direction);
      for (const current of broader.filter((range) => added.includes(range))) {
        const value = `${current.type}, was ${base.type}`;
        this.#report('media-type-widened', { base, current }, direction, {
          value,
        });
      }
      const isKept =
        broader.length > 0 || (narrower.length > 0 && direction === 'response');
      if (isKept) continue;
      const element = { base, current: missing(pair.current) };
      this.#report('media-type-removed', element, direction, {
        value: base.type,
      });
    }
    for (const current of added) {
      // A type that a range has contained is not new.
      const ranges = types.base.filter(({ type }) =>
        isWithin(current.type, type),
      );
      const kept = ranges.filter((range) => !removed.includes(range));
      for (const base of kept) this.#mediaType({ base, current }, direction);
      const isKnown =
        ranges.length > 0 ||
        removed.some(({ type }) => isWithin(type, current.type));
      if (isKnown) continue;
      const element = { base: missing(pair.base), current };
      // Whoever calls the service can ask for a type, whoever is called gets any.
      const isPushed =
        this.#requests === 'response' && direction === 'response';
      const rule = isPushed ? 'media-type-pushed' : 'media-type-added';
      this.#report(rule, element, direction, { value: current.type });
    }
  }

  #mediaType(element: Pair, direction: Direction): void {
    const type = essence(nameOf(element.base.pointer));
    const { base, current } = this.#comparison.resolved(element);
    const schema = childPair({ base, current }, 'schema');
    for (const each of [schema, childPair({ base, current }, 'itemSchema')]) {
      this.#schemas.compare(each, direction, this.#operation, {
        isXml: /[/+]xml$/.test(type),
      });
    }
    this.#examples({ base, current }, direction);
    const isForm = /^multipart\/|^application\/x-www-form-urlencoded$/.test(
      type,
    );
    if (isForm)
      this.#encodings(
        childPair({ base, current }, 'encoding'),
        schema,
        direction,
      );
    this.#rest(
      { base, current },
      'schema itemSchema examples example encoding',
      direction,
    );
  }

  /** Compares how the parts of a form are written. */
  #encodings(pair: Pair, schema: Pair, direction: Direction): void {
    // Encodings of other names are ignored (OpenAPI 3.1, section 4.8.15).
    const declared = new Map([
      ...declaredIn(this.#comparison.current, schema.current),
      ...declaredIn(this.#comparison.base, schema.base),
    ]);
    for (const name of namesOf(pair).filter((each) => declared.has(each))) {
      const element = childPair(pair, name);
      const usual = usualPartType(this.#comparison.base, declared.get(name)!);
      const before = partTypesOf(element.base) ?? [usual];
      // Without a list, texts and files of any type are sent; objects are JSON.
      const after = partTypesOf(element.current) ?? [
        usual === 'application/json' ? usual : '*/*',
      ];
      const isCovered = (type: string, types: readonly string[]) =>
        types.some((each) => each === type || isWithin(type, each));
      for (const value of before.filter((type) => !isCovered(type, after))) {
        this.#report('part-type-removed', element, direction, { value });
      }
      for (const value of after.filter((type) => !isCovered(type, before))) {
        this.#report('part-type-added', element, direction, { value });
      }
      this.#notation(element, 'form', direction);
      this.#headers(childPair(element, 'headers'), direction);
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

/** The media types that a part of a form may have; undefined if none are listed. */
function partTypesOf({ value }: Element): readonly string[] | undefined {
  const { contentType } = objectOf(value);
  if (contentType === undefined) return undefined;
  const types = textOf(contentType).split(',');
  return types.map(essence).filter(Boolean);
}

/** The media type of a part for which none is listed (OpenAPI 3.1, section 4.8.15.1). */
function usualPartType(root: JsonObject, property: Element, depth = 0): string {
  const { type, contentEncoding, contentMediaType, items } = objectOf(
    followed(root, property).value,
  );
  const [name = ''] = [type].flat().filter((each) => each !== 'null');
  if (name === 'array' && items !== undefined && depth < 10) {
    return usualPartType(root, { pointer: '', value: items }, depth + 1);
  }
  if (name === 'object' || name === 'array') return 'application/json';
  const isBinary =
    contentEncoding !== undefined || contentMediaType !== undefined;
  return name === '' || isBinary ? 'application/octet-stream' : 'text/plain';
}

function valuesOf({ base, current }: Pair, before: Json, after: Json): Pair {
  return {
    base: { ...base, value: before },
    current: { ...current, value: after },
  };
}

const isRequired = ({ value }: Element): boolean =>
  objectOf(value)['required'] === true;

/** The type without parameters, in lower case (RFC 9110, section 8.3.1). */
const essence = (mediaType: string): string =>
  mediaType.replace(/;.*/, '').trim().toLowerCase();

function isWithin(type: string, range: string): boolean {
  if (range === '*/*') return true;
  return range.endsWith('/*') && type.startsWith(range.slice(0, -1));
}

/** Errors are possible at any time, as `default` describes them; other statuses are handled by HTTP itself. */
const isSuccess = (status: string): boolean => status.startsWith('2');

/** Returns method and path of the operation of a link. */
function targetOfLink(
  root: JsonObject,
  link: Json | undefined,
): string | undefined {
  const { operationId, operationRef } = objectOf(link);
  const [, path, method] =
    /^#\/paths\/([^/]+)\/([^/]+)$/.exec(textOf(operationRef)) ?? [];
  if (path !== undefined)
    return `${method} ${stepsOf(`/${decodeURIComponent(path)}`)[0]}`;
  const operation = operationsOf(root).find(({ id }) => id === operationId);
  return operation && `${operation.method} ${operation.path}`;
}
