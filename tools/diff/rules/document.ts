import {
  type Comparer,
  compareMembers,
  beforeAndAfter,
  mapOf,
  type Context,
  type Table,
  tell,
  tellsItself,
  unclassified,
} from '../compare/comparer.ts';
import type { Finding, Pair } from '../model/finding.ts';
import type { Contract } from '../model/contract.ts';
import { isRecord, type Json, member, textOf } from '../model/json.ts';
import { header } from './headers.ts';
import { isSameElement, pairElements } from './listed.ts';
import { link } from './links.ts';
import { comparePaths } from './paths.ts';
import { parameter } from './parameters.ts';
import { referable } from './referred.ts';
import { requestBody } from './request-body.ts';
import { response } from './responses.ts';
import { schema } from './schema/schema.ts';
import { documentSecurity, securityScheme } from './security.ts';
import { servers } from './servers.ts';
import { description, examples, text } from './texts.ts';

/** All that differs between two contracts. */
export function findingsOf(released: Contract, current: Contract): readonly Finding[] {
  const found: Finding[] = [];
  const context: Context = { released, current, found, following: new Set() };
  const pair: Pair = {
    released: { pointer: '', value: released.root },
    current: { pointer: '', value: current.root },
  };
  compareMembers(pair, documentTable, context);
  return found;
}

const specification: Comparer = (pair, _element, context) => {
  const rule =
    minorOf(pair.released.value) === minorOf(pair.current.value)
      ? 'specification-patched'
      : 'specification-changed';
  tell(context, rule, pair, beforeAndAfter(pair));
};

function minorOf(version: Json | undefined): string {
  return textOf(version).split('.').slice(0, 2).join('.');
}

const itself: Comparer = tellsItself('info-changed');

const info: Comparer = (pair, _element, context) => {
  const table: Table = {
    // It follows from the other differences, and is held against them elsewhere.
    version: () => undefined,
    title: itself,
    summary: itself,
    description: itself,
    termsOfService: itself,
    contact: itself,
    license: itself,
  };
  compareMembers(pair, table, context);
};

const tags: Comparer = (pair, _element, context) => {
  const listed = pairElements(pair, [isSameElement, hasSame('name')]);
  for (const it of listed.both)
    compareMembers(it, { description, externalDocs: text('link to more') }, context);
  for (const it of listed.added) tell(context, 'tag-added', it);
  for (const it of listed.removed) tell(context, 'tag-removed', it);
  if (listed.isReordered) tell(context, 'order-changed', pair);
};

function hasSame(name: string) {
  return (released: Json, current: Json): boolean => {
    const value = member(released, name);
    return value !== undefined && value === member(current, name);
  };
}

const parts = (compare: Comparer) =>
  mapOf(tellsItself('part-added'), tellsItself('part-removed'), referable(compare));

const components: Comparer = (pair, _element, context) => {
  const table: Table = {
    schemas: mapOf(tellsItself('component-added'), tellsItself('component-removed'), schema),
    parameters: parts(parameter),
    responses: parts(response),
    headers: parts(header),
    requestBodies: parts(requestBody),
    links: parts(link),
    examples,
    securitySchemes: mapOf(
      tellsItself('part-added'),
      tellsItself('security-scheme-changed'),
      securityScheme,
    ),
  };
  const sides = [pair.released.value, pair.current.value];
  if (!sides.every(isRecord)) unclassified(pair, pair, context);
  else compareMembers(pair, table, context);
};

const documentTable: Table = {
  openapi: specification,
  jsonSchemaDialect: tellsItself('specification-changed'),
  info,
  servers,
  security: documentSecurity,
  tags,
  paths: (pair, _element, context) => comparePaths(pair, context),
  components,
  externalDocs: itself,
  'x-tagGroups': itself,
};
