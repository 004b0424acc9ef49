/** Compares paths, webhooks and callbacks, and the operations in them. */
import {
  type Json,
  isObject,
  listOf,
  objectOf,
  type Operation,
  textOf,
} from '@agent-conversation/contract';
import { isDeepStrictEqual } from 'node:util';
import type { Rule } from '../rules.ts';
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
  child,
  childPair,
  type Comparison,
  type Direction,
  type Element,
  existenceOf,
  match,
  namesOf,
  type Pair,
} from './comparison.ts';
import { compareRest, report } from './keywords.ts';
import { MessageComparison } from './messages.ts';
import { SchemaComparison } from './schemas.ts';
import { referencesFrom } from './structure.ts';

type Details = Parameters<typeof report>[5];

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
  readonly #schemas: SchemaComparison;
  readonly #callbacksSeen = new Set<string>();
  #kept: readonly Call[] = [];
  #removed: readonly Call[] = [];

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
    this.#schemas = new SchemaComparison(comparison);
  }

  get schemas(): SchemaComparison {
    return this.#schemas;
  }

  /** Whether only removed operations used a schema of the base: its removal is part of theirs. */
  isRemovedWith(name: string): boolean {
    const uses = (call: Call) =>
      referencesFrom(this.#comparison.base, call).has(name);
    return this.#removed.some(uses) && !this.#kept.some(uses);
  }

  /** Compares the operations that clients call. */
  paths(pair: Pair): void {
    const isPath = ({ path }: Call) => path.startsWith('/');
    const calls = {
      base: this.#callsOf(pair.base, 'base').filter(isPath),
      current: this.#callsOf(pair.current, 'current').filter(isPath),
    };
    const { both, removed, added } = matchCalls(calls);
    this.#kept = both.map(({ base }) => base);
    this.#removed = removed;
    for (const call of removed) {
      const element = {
        base: call,
        current: { pointer: call.pointer, value: undefined },
      };
      report(
        this.#comparison,
        'operation-removed',
        element,
        'request',
        operationOf(call),
      );
    }
    for (const call of added) {
      const element = {
        base: { pointer: call.pointer, value: undefined },
        current: call,
      };
      report(
        this.#comparison,
        'operation-added',
        element,
        'request',
        operationOf(call),
      );
    }
    for (const { base, current } of both)
      this.#operation({ base, current }, 'request', undefined);
    this.#items(pair);
  }

  /** Compares what the service calls: clients send the responses. */
  events(pair: Pair, operation: Operation | undefined): void {
    for (const name of namesOf(pair)) {
      const element = childPair(pair, name);
      const calls = {
        base: this.#callsOf(
          { pointer: pair.base.pointer, value: only(name, element.base) },
          'base',
        ),
        current: this.#callsOf(
          { pointer: pair.current.pointer, value: only(name, element.current) },
          'current',
        ),
      };
      const { both, removed, added } = matchCalls(calls);
      for (const call of removed) {
        const event = {
          base: call,
          current: { pointer: call.pointer, value: undefined },
        };
        report(
          this.#comparison,
          'event-removed',
          event,
          'response',
          operation ?? operationOf(call),
        );
      }
      for (const call of added) {
        const event = {
          base: { pointer: call.pointer, value: undefined },
          current: call,
        };
        report(
          this.#comparison,
          'event-added',
          event,
          'response',
          operation ?? operationOf(call),
        );
      }
      for (const each of both) this.#operation(each, 'response', operation);
    }
  }

  #callsOf(paths: Element, side: keyof Pair): readonly Call[] {
    return Object.keys(objectOf(paths.value))
      .filter((path) => isObject(objectOf(paths.value)[path]))
      .flatMap((path) => {
        const element = child(paths, path);
        const item = this.#comparison.resolvedIn(side, element);
        const methods = Object.keys(objectOf(item.value)).filter(
          (name) => !itemKeywords.has(name) && !name.startsWith('x-'),
        );
        const more = child(item, 'additionalOperations');
        return [
          ...methods.map((method) => ({
            ...child(item, method),
            path,
            method,
            item,
          })),
          ...Object.keys(objectOf(more.value)).map((method) => {
            return {
              ...child(more, method),
              path,
              method: method.toLowerCase(),
              item,
            };
          }),
        ].filter(({ value }) => isObject(value));
      });
  }

  /** Compares what paths say beside their operations. */
  #items(pair: Pair): void {
    for (const path of namesOf(pair)) {
      const item = childPair(pair, path);
      if (existenceOf(item) || path.startsWith('x-')) continue;
      const names = namesOf(item).filter(
        (name) =>
          !name.startsWith('x-') && !/^(summary|description)$/.test(name),
      );
      compareRest(this.#comparison, item, names, 'request', undefined);
    }
  }

  /** @param around the operation whose callback it is */
  #operation(
    { base, current }: Pair<Call>,
    sends: Direction,
    around: Operation | undefined,
  ): void {
    const element: Pair = { base, current };
    const operation = around ?? operationOf(current, base);
    const responseDirection: Direction =
      sends === 'request' ? 'response' : 'request';
    const say = (rule: Rule, more: Details = {}) =>
      report(this.#comparison, rule, element, sends, operation, more);
    const isElsewhere = shapeOf(base) !== shapeOf(current);
    const hasSameMethod = base.method === current.method;
    const isMoved =
      isElsewhere &&
      !(hasSameMethod && this.#hasSameAddress({ base, current }));
    if (isMoved) {
      const part = { base: described(base), current: described(current) };
      say('operation-moved', { part });
    }
    const id = childPair(element, 'operationId');
    if (id.base.value !== id.current.value) say('operation-id', { part: id });
    this.#tags(element, operation);
    const messages = new MessageComparison(
      this.#comparison,
      this.#schemas,
      operation,
      sends,
    );
    for (const parameter of this.#parameters({ base, current }))
      messages.parameter(parameter, sends);
    messages.requestBody(childPair(element, 'requestBody'), sends);
    messages.responses(childPair(element, 'responses'), responseDirection);
    this.#security(element, sends, operation);
    const areServersCompared = sends === 'request' && (isMoved || !isElsewhere);
    if (areServersCompared) this.#servers({ base, current }, operation);
    this.#callbacks(childPair(element, 'callbacks'), operation);
    const compared =
      'operationId tags parameters requestBody responses security servers callbacks';
    compareRest(
      this.#comparison,
      element,
      compared.split(' '),
      sends,
      operation,
    );
  }

  /** Callbacks belong together by name, or by the addresses that are called. */
  #callbacks(pair: Pair, operation: Operation | undefined): void {
    const items = (side: keyof Pair) =>
      Object.keys(objectOf(pair[side].value)).map((name) => {
        const element = child(pair[side], name);
        const callback = this.#comparison.resolvedIn(side, element);
        return {
          ...callback,
          name,
          addresses: Object.keys(objectOf(callback.value)).join('\n'),
        };
      });
    const { both, removed, added } = match(
      { base: items('base'), current: items('current') },
      [
        (one, other) => one.name === other.name,
        (one, other) => one.addresses === other.addresses,
      ],
    );
    const missing: Element = { pointer: '', value: undefined };
    const pairs: readonly Pair[] = [
      ...both,
      ...removed.map((base) => ({ base, current: missing })),
      ...added.map((current) => ({ base: missing, current })),
    ];
    for (const callback of pairs) {
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

  #tags(element: Pair, operation: Operation | undefined): void {
    const part = childPair(element, 'tags');
    if (isDeepStrictEqual(part.base.value, part.current.value)) return;
    const [before, after] = [
      listOf(part.base.value),
      listOf(part.current.value),
    ];
    const rule = before[0] === after[0] ? 'further-tags' : 'operation-tag';
    report(this.#comparison, rule, element, 'request', operation, { part });
  }

  /** Pairs parameters by location and name; those of a path by their position, as their names are not sent. */
  #parameters({ base, current }: Pair<Call>): readonly Pair[] {
    const [before, after] = [
      this.#parametersOf(base, 'base'),
      this.#parametersOf(current, 'current'),
    ];
    const ids = new Set([...before.keys(), ...after.keys()]);
    return [...ids].map((id) => ({
      base: before.get(id) ?? {
        pointer: after.get(id)!.pointer,
        value: undefined,
      },
      current: after.get(id) ?? {
        pointer: before.get(id)!.pointer,
        value: undefined,
      },
    }));
  }

  #parametersOf(call: Call, side: keyof Pair): ReadonlyMap<string, Element> {
    const names = [...call.path.matchAll(/\{([^}]*)\}/g)].map(
      ([, name]) => name,
    );
    const parameters = new Map<string, Element>();
    for (const list of [
      child(call.item, 'parameters'),
      child(call, 'parameters'),
    ]) {
      for (const at of listOf(list.value).keys()) {
        const entry = child(list, at);
        const element = this.#comparison.resolvedIn(side, entry);
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

  #security(
    element: Pair,
    sends: Direction,
    operation: Operation | undefined,
  ): void {
    const { base: baseRoot, current: currentRoot } = this.#comparison;
    const requirements = childPair(element, 'security');
    const ofDocument: Pair = {
      base: { pointer: '', value: baseRoot },
      current: { pointer: '', value: currentRoot },
    };
    const isInherited =
      requirements.base.value === undefined &&
      requirements.current.value === undefined;
    const around = isInherited ? ofDocument : element;
    const before = alternativesOf(
      requirements.base.value ?? baseRoot['security'],
      baseRoot,
    );
    const after = alternativesOf(
      requirements.current.value ?? currentRoot['security'],
      currentRoot,
    );
    const isAccepted = before.every((accepted) =>
      after.some((needed) => isEnough(accepted, needed)),
    );
    const isUnchanged = after.every((accepted) =>
      before.some((needed) => isEnough(accepted, needed)),
    );
    if (isAccepted && isUnchanged) return;
    const say = (rule: Rule, pair: Pair, part: Pair, texts: Pair<string>) => {
      const shown: Pair = {
        base: { ...part.base, value: texts.base },
        current: { ...part.current, value: texts.current },
      };
      report(this.#comparison, rule, pair, sends, operation, { part: shown });
    };
    const changed = changedSchemes(before, after);
    for (const { name, ...texts } of changed) {
      const scheme = childPair(
        childPair(childPair(ofDocument, 'components'), 'securitySchemes'),
        name,
      );
      say('security-scheme', scheme, scheme, texts);
    }
    if (changed.length > 0) return;
    const rule = isAccepted ? 'security-widened' : 'security-narrowed';
    const texts = { base: securityText(before), current: securityText(after) };
    say(rule, around, childPair(around, 'security'), texts);
  }

  #serversOf(call: Call, side: keyof Pair): Element {
    const candidates = [
      call,
      call.item,
      { pointer: '', value: this.#comparison[side] },
    ];
    const servers = candidates
      .map((each) => child(each, 'servers'))
      .find(({ value }) => listOf(value).length > 0);
    return servers ?? { pointer: '/servers', value: undefined };
  }

  /** Whether only the part of the address has changed that is the path of the server. */
  #hasSameAddress({ base, current }: Pair<Call>): boolean {
    const complete = (call: Call, side: keyof Pair) => {
      return {
        path: call.path,
        servers: addressesOf(this.#serversOf(call, side).value),
      };
    };
    return isSameAddress(complete(base, 'base'), complete(current, 'current'));
  }

  /** Compares the servers of an operation, which are those of its path or of the document if it has none. */
  #servers(
    { base, current }: Pair<Call>,
    operation: Operation | undefined,
  ): void {
    const part = {
      base: this.#serversOf(base, 'base'),
      current: this.#serversOf(current, 'current'),
    };
    const [before, after] = [
      addressesOf(part.base.value),
      addressesOf(part.current.value),
    ];
    const all = (servers: typeof before) =>
      new Set(servers.flatMap((server) => [...server.all]));
    const [known, now] = [all(before), all(after)];
    const say = (rule: Rule, more: Details) =>
      report(this.#comparison, rule, part, 'request', operation, more);
    for (const value of known)
      if (!isServed(value, after)) say('server-removed', { value });
    for (const value of now)
      if (!isServed(value, before)) say('server-added', { value });
    for (const [at, server] of before.entries()) {
      const { template, standard } = server;
      // Programs that choose no server take the first one.
      const currentServer =
        at === 0 ? after[0] : after.find((each) => each.template === template);
      if (
        !currentServer ||
        currentServer.standard === standard ||
        !isServed(standard, after)
      )
        continue;
      const shown: Pair = {
        base: { ...part.base, value: standard },
        current: { ...part.current, value: currentServer.standard },
      };
      say('server-default', { part: shown });
    }
  }
}

function only(name: string, { value }: Element): Json | undefined {
  return value === undefined ? undefined : { [name]: value };
}

/** Names of path parameters are not sent. */
const shapeOf = ({ path, method }: Call): string =>
  `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`;

function described({ pointer, path, method }: Call): Element {
  return { pointer, value: `${method.toUpperCase()} ${path}` };
}

function operationOf(call: Call, other: Call = call): Operation {
  const { pointer, path, method, value } = call;
  const id =
    objectOf(value)['operationId'] ?? objectOf(other.value)['operationId'];
  const name = typeof id === 'string' ? id : `${method.toUpperCase()} ${path}`;
  return {
    id: name,
    pointer,
    path,
    method,
    value: objectOf(value),
  } as unknown as Operation;
}

/** Operations belong together by method and path, or by their ids. */
function matchCalls(calls: Pair<readonly Call[]>) {
  const idOf = ({ value }: Call) => objectOf(value)['operationId'];
  return match(calls, [
    (one, other) => shapeOf(one) === shapeOf(other),
    (one, other) => idOf(one) !== undefined && idOf(one) === idOf(other),
  ]);
}
