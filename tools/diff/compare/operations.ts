/** Compares paths, webhooks and callbacks, and the operations in them. */
import {
  isObject,
  listOf,
  objectOf,
  type Operation,
  textOf,
} from '@agent-conversation/contract';
import type { Rule } from '../rules.ts';
import { annotatesElement } from './annotations.ts';
import {
  addressesOf,
  alternativesOf,
  changedSchemes,
  isEnough,
  isSameAddress,
  isServed,
  securityText,
} from './access.ts';
import {
  absentAt,
  allPairs,
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
import { type CallKind, Scope } from './keywords.ts';
import { MessageComparison } from './messages.ts';
import { SchemaComparison } from './schemas.ts';
import { referencesFrom } from './structure.ts';

/** An operation of a path, a webhook or a callback. */
interface Call extends Element {
  readonly path: string;
  readonly method: string;
  /** The path item, whose parameters and servers hold for it too. */
  readonly item: Element;
}

const itemKeywords = new Set([
  '$ref',
  'summary',
  'description',
  'servers',
  'parameters',
  'additionalOperations',
]);

export class OperationComparison {
  readonly #comparison: Comparison;
  readonly schemas: SchemaComparison;
  readonly #messages: MessageComparison;
  readonly #callbacksSeen = new Set<string>();
  #kept: readonly Call[] = [];
  #removed: readonly Call[] = [];

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
    this.schemas = new SchemaComparison(comparison);
    this.#messages = new MessageComparison(this.schemas);
  }

  /** Whether only removed operations used a schema of the base: its removal is part of theirs. */
  isRemovedWith(name: string): boolean {
    const uses = (call: Call) =>
      referencesFrom(this.#comparison.base, call.value).has(name);
    return this.#removed.some(uses) && !this.#kept.some(uses);
  }

  /** Compares the operations that clients call, and what their paths say beside them. */
  paths(pair: Pair): void {
    const calls = bothSides((side) =>
      this.#callsOf(pair[side], side).filter(({ path }) =>
        path.startsWith('/'),
      ),
    );
    const { both, removed } = this.#calls(calls, 'operation');
    this.#kept = both.map(({ base }) => base);
    this.#removed = removed;
    for (const path of namesOf(pair)) {
      const item = childPair(pair, path);
      if (existenceOf(item) || path.startsWith('x-')) continue;
      new Scope(this.#comparison).annotations(item, annotatesElement);
    }
  }

  /** Compares what the service calls: clients send the responses. @param around the operation whose callback it is */
  events(pair: Pair, around?: Operation): void {
    for (const name of namesOf(pair)) {
      const calls = bothSides((side) =>
        this.#callsOf(pair[side], side).filter(({ path }) => path === name),
      );
      this.#calls(calls, 'event', around);
    }
  }

  #calls(calls: Pair<readonly Call[]>, kind: CallKind, around?: Operation) {
    const matched = matchCalls(calls);
    const scopeOf = (call: Call) =>
      new Scope(this.#comparison, around ?? operationOf(call), kind);
    for (const base of matched.removed) {
      const element = { base, current: absentAt(base.pointer) };
      scopeOf(base).report(`${kind}-removed`, element);
    }
    for (const current of matched.added) {
      const element = { base: absentAt(current.pointer), current };
      scopeOf(current).report(`${kind}-added`, element);
    }
    for (const { base, current } of matched.both) {
      const operation = around ?? operationOf(current, base);
      this.#operation(
        { base, current },
        new Scope(this.#comparison, operation, kind),
      );
    }
    return matched;
  }

  #callsOf(paths: Element, side: SideName): readonly Call[] {
    return Object.keys(objectOf(paths.value)).flatMap((path) => {
      const item = this.#comparison.resolvedIn(side, child(paths, path));
      const callsIn = (container: Element) =>
        Object.keys(objectOf(container.value))
          .filter((name) => !itemKeywords.has(name) && !name.startsWith('x-'))
          .map((name) => {
            const method = name.toLowerCase();
            return { ...child(container, name), path, method, item };
          });
      const others = child(item, 'additionalOperations');
      return [...callsIn(item), ...callsIn(others)].filter(({ value }) =>
        isObject(value),
      );
    });
  }

  #operation(pair: Pair<Call>, scope: Scope): void {
    const { base, current } = pair;
    const isElsewhere = shapeOf(base) !== shapeOf(current);
    const hasSameMethod = base.method === current.method;
    const isMoved =
      isElsewhere && !(hasSameMethod && this.#hasSameAddress(pair));
    if (isMoved) {
      const part = withValues(pair, addressOf(base), addressOf(current));
      scope.report('operation-moved', pair, { part });
    }
    scope.keywords(pair, {
      operationId(part) {
        if (!isUnchanged(part)) scope.report('operation-id', pair, { part });
      },
      tags: (part) => compareTags(part, pair, scope),
      parameters: () => {
        const parameters = bothSides((side) =>
          this.#parametersOf(pair[side], side),
        );
        for (const parameter of pairsByKey(parameters))
          this.#messages.parameter(parameter, scope);
      },
      requestBody: (part) => this.#messages.requestBody(part, scope),
      responses: (part) => this.#messages.responses(part, scope.opposite),
      security: (part) => this.#security(part, pair, scope),
      servers: () => {
        const areCompared = isMoved || !isElsewhere;
        if (areCompared && scope.kind === 'operation')
          this.#servers(pair, scope);
      },
      callbacks: (part) => this.#callbacks(part, scope.operation),
    });
  }

  /** Callbacks belong together by name, or by the addresses that are called. */
  #callbacks(pair: Pair, operation: Operation | undefined): void {
    const callbacks = bothSides((side) =>
      Object.keys(objectOf(pair[side].value)).map((name) => {
        const element = child(pair[side], name);
        const callback = this.#comparison.resolvedIn(side, element);
        const addresses = Object.keys(objectOf(callback.value)).join('\n');
        return { ...callback, name, addresses };
      }),
    );
    const matched = match(callbacks, [
      (one, other) => one.name === other.name,
      (one, other) => one.addresses === other.addresses,
    ]);
    for (const callback of allPairs(matched)) {
      // The operation of a callback may have the same callback.
      const key = [
        callback.base.pointer,
        callback.current.pointer,
        operation?.pointer,
      ].join('\n');
      if (this.#callbacksSeen.has(key)) continue;
      this.#callbacksSeen.add(key);
      this.events(callback, operation);
    }
  }

  /** Returns parameters by location and name; those of a path by their position, as their names are not sent. */
  #parametersOf(call: Call, side: SideName): ReadonlyMap<string, Element> {
    const names = [...call.path.matchAll(/\{([^}]*)\}/g)].map(
      ([, name]) => name,
    );
    const parameters = new Map<string, Element>();
    for (const list of [
      child(call.item, 'parameters'),
      child(call, 'parameters'),
    ]) {
      for (const at of listOf(list.value).keys()) {
        const element = this.#comparison.resolvedIn(side, child(list, at));
        const { in: location, name } = objectOf(element.value);
        const isHeader = location === 'header';
        // These headers are described elsewhere (OpenAPI 3.1, section 4.8.12.1).
        if (
          isHeader &&
          /^(accept|content-type|authorization)$/i.test(textOf(name))
        )
          continue;
        const position = location === 'path' ? names.indexOf(textOf(name)) : -1;
        const key = isHeader ? textOf(name).toLowerCase() : textOf(name);
        parameters.set(
          `${textOf(location)} ${position < 0 ? key : `{${position}}`}`,
          element,
        );
      }
    }
    return parameters;
  }

  #security(requirements: Pair, element: Pair, scope: Scope): void {
    const root = bothSides((side) => this.#root(side));
    const { base: before, current: after } = bothSides((side) => {
      const document = this.#comparison[side];
      const own = requirements[side].value;
      return alternativesOf(own ?? document['security'], document);
    });
    const isAccepted = before.every((accepted) =>
      after.some((needed) => isEnough(accepted, needed)),
    );
    const isKept = after.every((accepted) =>
      before.some((needed) => isEnough(accepted, needed)),
    );
    if (isAccepted && isKept) return;
    const changed = changedSchemes(before, after);
    for (const { name, base, current } of changed) {
      const schemes = childPair(
        childPair(root, 'components'),
        'securitySchemes',
      );
      const scheme = childPair(schemes, name);
      const part = withValues(scheme, base, current);
      scope.report('security-scheme', scheme, { part });
    }
    if (changed.length > 0) return;
    const isInherited = [requirements.base, requirements.current].every(
      ({ value }) => value === undefined,
    );
    const around = isInherited ? root : element;
    const part = withValues(
      childPair(around, 'security'),
      securityText(before),
      securityText(after),
    );
    const rule = isAccepted ? 'security-widened' : 'security-narrowed';
    scope.report(rule, around, { part });
  }

  #root(side: SideName): Element {
    return { pointer: '', value: this.#comparison[side] };
  }

  /** Returns the servers of an operation, which are those of its path or of the document if it has none. */
  #serversOf(call: Call, side: SideName): Element {
    const servers = [call, call.item, this.#root(side)]
      .map((each) => child(each, 'servers'))
      .find(({ value }) => listOf(value).length > 0);
    return servers ?? absentAt('/servers');
  }

  /** Whether only the part of the address has changed that is the path of the server. */
  #hasSameAddress(pair: Pair<Call>): boolean {
    const { base, current } = bothSides((side) => ({
      path: pair[side].path,
      servers: addressesOf(this.#serversOf(pair[side], side).value),
    }));
    return isSameAddress(base, current);
  }

  #servers(pair: Pair<Call>, scope: Scope): void {
    const part = bothSides((side) => this.#serversOf(pair[side], side));
    const before = addressesOf(part.base.value);
    const after = addressesOf(part.current.value);
    const reportUnserved = (
      rule: Rule,
      listed: typeof before,
      serving: typeof before,
    ) => {
      for (const value of new Set(listed.flatMap(({ all }) => [...all])))
        if (!isServed(value, serving)) scope.report(rule, part, { value });
    };
    reportUnserved('server-removed', before, after);
    reportUnserved('server-added', after, before);
    for (const [at, { template, standard }] of before.entries()) {
      // Programs that choose no server take the first one.
      const server =
        at === 0 ? after[0] : after.find((each) => each.template === template);
      const isOther = server !== undefined && server.standard !== standard;
      if (isOther && isServed(standard, after)) {
        const shown = withValues(part, standard, server.standard);
        scope.report('server-default', part, { part: shown });
      }
    }
  }
}

function compareTags(part: Pair, element: Pair, scope: Scope): void {
  if (isUnchanged(part)) return;
  const [before] = listOf(part.base.value);
  const [after] = listOf(part.current.value);
  const rule = before === after ? 'further-tags' : 'operation-tag';
  scope.report(rule, element, { part });
}

/** Names of path parameters are not sent. */
const shapeOf = ({ path, method }: Call): string =>
  `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`;

const addressOf = ({ path, method }: Call): string =>
  `${method.toUpperCase()} ${path}`;

const idIn = ({ value }: Call) => objectOf(value)['operationId'];

function operationOf(call: Call, other: Call = call): Operation {
  const { pointer, path, method } = call;
  const id = idIn(call) ?? idIn(other);
  return {
    id: typeof id === 'string' ? id : addressOf(call),
    pointer,
    path,
    method,
    value: objectOf(call.value),
  } as unknown as Operation;
}

/** Operations belong together by method and path, or by their ids. */
function matchCalls(calls: Pair<readonly Call[]>) {
  return match(calls, [
    (one, other) => shapeOf(one) === shapeOf(other),
    (one, other) => idIn(one) !== undefined && idIn(one) === idIn(other),
  ]);
}
