/** Compares parameters, request bodies, responses, headers, media types and links. */
import {
  type Json,
  type JsonObject,
  nameOf,
  objectOf,
  operationsOf,
  stepsOf,
  textOf,
} from '@agent-conversation/contract';
import { isDeepStrictEqual } from 'node:util';
import type { Rule } from '../rules.ts';
import {
  absentAt,
  bothSides,
  child,
  childPair,
  type Comparison,
  type Element,
  existenceOf,
  isUnchanged,
  match,
  namesOf,
  type Pair,
  type SideName,
  pairsByKey,
  withValues,
} from './comparison.ts';
import { type Scope, withAnother } from './keywords.ts';
import { compareNotation, writtenAlike } from './notation.ts';
import type { SchemaComparison } from './schemas.ts';
import { declaredIn, followed } from './structure.ts';

/** Compares the messages of operations. */
export class MessageComparison {
  readonly #schemas: SchemaComparison;

  constructor(schemas: SchemaComparison) {
    this.#schemas = schemas;
  }

  // ----- Parameters

  /** Compares parameters, or one of them with nothing. */
  parameter(pair: Pair, scope: Scope): void {
    const element = scope.comparison.resolved(pair);
    if (!isKept('parameter', element, scope)) return;
    const { in: location } = objectOf(element.current.value);
    const isInQuery = location === 'query' || location === 'cookie';
    scope.keywords(element, {
      in: withAnother,
      name(part) {
        const isHeader = objectOf(element.base.value)['in'] === 'header';
        if (!isHeader && !isUnchanged(part))
          scope.report('path-parameter-renamed', element, { part });
      },
      ...this.#serialized(
        'parameter',
        element,
        isInQuery ? 'form' : 'simple',
        scope,
      ),
    });
  }

  /** Returns what compares the keywords that parameters and headers have. */
  #serialized(
    kind: 'parameter' | 'header',
    element: Pair,
    usualStyle: 'form' | 'simple',
    scope: Scope,
  ) {
    const content = childPair(element, 'content');
    const hasOtherNotation = existenceOf(content) !== undefined;
    return {
      required: ofFlag(`${kind}-required`, `${kind}-optional`, scope),
      allowEmptyValue:
        kind === 'parameter'
          ? ofFlag('empty-value-allowed', 'empty-value-disallowed', scope)
          : withAnother,
      style: () => compareNotation(element, usualStyle, scope),
      explode: withAnother,
      allowReserved: withAnother,
      content: () => {
        if (!hasOtherNotation) return this.content(content, scope);
        const [before, after] = [content.base, content.current].map(
          ({ value }) => (value === undefined ? 'a style' : 'a media type'),
        );
        const part = withValues(content, before, after);
        scope.report('serialization', element, { part, value: 'notation' });
      },
      schema: (schema: Pair) => {
        if (hasOtherNotation) return;
        const alike = writtenAlike(schema, scope);
        if (alike) {
          const part = childPair(schema, 'type');
          scope.report('written-alike', schema, { part });
        }
        const isAlwaysSent =
          isRequired(element.base) && isRequired(element.current);
        this.#schemas.compare(alike ?? schema, scope, { isAlwaysSent });
      },
    };
  }

  // ----- Request bodies and responses

  requestBody(pair: Pair, scope: Scope): void {
    const element = scope.comparison.resolved(pair);
    if (!isKept('request-body', element, scope)) return;
    scope.keywords(element, {
      required: ofFlag('request-body-required', 'request-body-optional', scope),
      content: (part) => this.content(part, scope),
    });
  }

  /** Compares all responses of an operation. */
  responses(pair: Pair, scope: Scope): void {
    const { comparison } = scope;
    for (const status of namesOf(pair)) {
      if (status.startsWith('x-')) continue;
      const response = comparison.resolved(childPair(pair, status));
      const existence = existenceOf(response);
      if (!existence) {
        this.#response(response, scope);
        continue;
      }
      // What a range or the default covered, or covers, is compared with it.
      const other = existence === 'added' ? 'base' : 'current';
      const around = coveringIn(comparison, pair, status, other);
      // Of a range that was left, fewer come.
      const within =
        existence === 'added' ? [] : withinIn(comparison, pair.current, status);
      for (const each of [...(around ? [around] : []), ...within])
        this.#response({ ...response, [other]: each }, scope);
      const isLeft = within.length > 0 && scope.direction === 'response';
      if (around || isLeft) continue;
      const kind = isSuccess(status) ? 'success' : 'response';
      scope.report(`${kind}-${existence}`, response, { value: status });
    }
    scope.annotations(pair, (name) => name.startsWith('x-'));
  }

  #response(element: Pair, scope: Scope): void {
    scope.keywords(element, {
      content: (part) => this.content(part, scope),
      headers: (part) => this.#headers(part, scope),
      links: (part) => compareLinks(part, scope),
    });
  }

  /** Names of headers have no case (RFC 9110, section 5.1); `Content-Type` is described by the content. */
  #headers(pair: Pair, scope: Scope): void {
    const headers = bothSides((side) => {
      const names = Object.keys(objectOf(pair[side].value)).filter(
        (name) => name.toLowerCase() !== 'content-type',
      );
      return new Map(
        names.map((name) => [name.toLowerCase(), child(pair[side], name)]),
      );
    });
    for (const header of pairsByKey(headers)) {
      const element = scope.comparison.resolved(header);
      if (!isKept('header', element, scope)) continue;
      const comparers = this.#serialized('header', element, 'simple', scope);
      scope.keywords(element, comparers);
    }
  }

  // ----- Media types

  /** Compares a map of media types. */
  content(pair: Pair, scope: Scope): void {
    const types = bothSides((side) =>
      Object.keys(objectOf(pair[side].value)).map((name) => ({
        ...child(pair[side], name),
        name: name.toLowerCase().replaceAll(/\s/g, ''),
        type: essence(name),
      })),
    );
    const { both, removed, added } = match(types, [
      (one, other) => one.name === other.name,
      (one, other) => one.type === other.type,
    ]);
    for (const each of both) this.#mediaType(each, scope);
    for (const base of removed) {
      const broader = types.current.filter(({ type }) =>
        isWithin(base.type, type),
      );
      const narrower = added.filter(({ type }) => isWithin(type, base.type));
      for (const current of [...broader, ...narrower])
        this.#mediaType({ base, current }, scope);
      for (const current of broader.filter((range) => added.includes(range))) {
        const value = `${current.type}, was ${base.type}`;
        scope.report('media-type-widened', { base, current }, { value });
      }
      const isLeft = narrower.length > 0 && scope.direction === 'response';
      if (broader.length > 0 || isLeft) continue;
      const element = { base, current: absentAt(pair.current.pointer) };
      scope.report('media-type-removed', element, { value: base.type });
    }
    for (const current of added) {
      // A type that a range has contained is not new.
      const ranges = types.base.filter(({ type }) =>
        isWithin(current.type, type),
      );
      const kept = ranges.filter((range) => !removed.includes(range));
      for (const base of kept) this.#mediaType({ base, current }, scope);
      const isKnown =
        ranges.length > 0 ||
        removed.some(({ type }) => isWithin(type, current.type));
      if (isKnown) continue;
      const element = { base: absentAt(pair.base.pointer), current };
      // Whoever calls the service can ask for a type, whoever is called gets any.
      const isPushed = scope.kind === 'event' && scope.direction === 'response';
      const rule = isPushed ? 'media-type-pushed' : 'media-type-added';
      scope.report(rule, element, { value: current.type });
    }
  }

  #mediaType(pair: Pair, scope: Scope): void {
    const type = essence(nameOf(pair.base.pointer));
    const element = scope.comparison.resolved(pair);
    const isXml = /[/+]xml$/.test(type);
    const isForm = /^multipart\/|^application\/x-www-form-urlencoded$/.test(
      type,
    );
    const compareSchema = (schema: Pair) =>
      this.#schemas.compare(schema, scope, { isXml });
    scope.keywords(element, {
      schema: compareSchema,
      itemSchema: compareSchema,
      encoding: (part) => {
        if (isForm) this.#encodings(part, childPair(element, 'schema'), scope);
      },
    });
  }

  /** Compares how the parts of a form are written. */
  #encodings(pair: Pair, schema: Pair, scope: Scope): void {
    const { base, current } = scope.comparison;
    // Encodings of other names are ignored (OpenAPI 3.1, section 4.8.15).
    const declared = new Map([
      ...declaredIn(current, schema.current),
      ...declaredIn(base, schema.base),
    ]);
    for (const name of namesOf(pair).filter((each) => declared.has(each))) {
      const element = childPair(pair, name);
      const usual = usualPartType(base, declared.get(name)!);
      const before = partTypesOf(element.base) ?? [usual];
      // Without a list, texts and files of any type are sent; objects are JSON.
      const after = partTypesOf(element.current) ?? [
        usual === 'application/json' ? usual : '*/*',
      ];
      const isCovered = (type: string, types: readonly string[]) =>
        types.some((each) => each === type || isWithin(type, each));
      for (const value of before.filter((type) => !isCovered(type, after)))
        scope.report('part-type-removed', element, { value });
      for (const value of after.filter((type) => !isCovered(type, before)))
        scope.report('part-type-added', element, { value });
      compareNotation(element, 'form', scope);
      this.#headers(childPair(element, 'headers'), scope);
    }
  }
}

/** Whether an element is there on both sides; reports that it was added or removed. */
function isKept(
  kind: 'parameter' | 'request-body' | 'header',
  element: Pair,
  scope: Scope,
): boolean {
  const existence = existenceOf(element);
  if (existence === undefined) return element.base.value !== undefined;
  const required =
    kind === 'parameter'
      ? 'parameter-added-required'
      : (`${kind}-required` as const);
  const isDemanded = existence === 'added' && isRequired(element.current);
  scope.report(isDemanded ? required : `${kind}-${existence}`, element);
  return false;
}

/** Compares a keyword that is true or false. */
const ofFlag =
  (set: Rule, unset: Rule, scope: Scope) =>
  ({ base, current }: Pair, element: Pair): void => {
    const [was, is] = [base.value === true, current.value === true];
    if (was !== is) scope.report(is ? set : unset, element);
  };

/** Returns the responses of a range of statuses. */
function withinIn(
  comparison: Comparison,
  responses: Element,
  range: string,
): readonly Element[] {
  if (!/^[1-5]xx$/i.test(range)) return [];
  return Object.keys(objectOf(responses.value))
    .filter((name) => name.startsWith(range.charAt(0)))
    .map((name) => comparison.resolvedIn('current', child(responses, name)));
}

/** Returns the response that a range or the default has for a status (OpenAPI 3.1, section 4.8.16). */
function coveringIn(
  comparison: Comparison,
  pair: Pair,
  status: string,
  side: SideName,
): Element | undefined {
  const range = `${status.charAt(0)}XX`;
  const byDefault = childPair(pair, 'default');
  const hasDefaults = [byDefault.base, byDefault.current].every(
    ({ value }) => value !== undefined,
  );
  const added = side === 'base' ? 'current' : 'base';
  const contentOf = (name: string) => {
    const element = child(pair[added], name);
    return objectOf(comparison.resolvedIn(added, element).value)['content'];
  };
  // A default that stays beside a success, with another content, describes what is none.
  const isForOthers =
    isSuccess(status) &&
    hasDefaults &&
    !isDeepStrictEqual(contentOf('default'), contentOf(status));
  const names = [
    range,
    range.toLowerCase(),
    ...(isForOthers ? [] : ['default']),
  ];
  const covering = names
    .filter((name) => name !== status)
    .map((name) => child(pair[side], name))
    .find(({ value }) => value !== undefined);
  return covering && comparison.resolvedIn(side, covering);
}

function compareLinks(pair: Pair, scope: Scope): void {
  for (const name of namesOf(pair)) {
    const element = scope.comparison.resolved(childPair(pair, name));
    const existence = existenceOf(element);
    if (existence) {
      scope.report(`link-${existence}`, element);
      continue;
    }
    // However a link names it, its operation is one method of one path.
    const { base, current } = bothSides((side) =>
      targetOfLink(scope.comparison[side], element[side].value),
    );
    const isSameTarget = base !== undefined && base === current;
    const target = isSameTarget ? 'link-renamed' : 'link-changed';
    const ofRule = (rule: Rule) => (part: Pair) =>
      scope.reportOther(rule, element, nameOf(part.base.pointer));
    scope.keywords(element, {
      operationRef: ofRule(target),
      operationId: ofRule(target),
      parameters: ofRule('link-changed'),
      requestBody: ofRule('link-changed'),
      server: ofRule('link-changed'),
    });
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
