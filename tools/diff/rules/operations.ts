import {
  beforeAndAfter,
  type Comparer,
  compareMembers,
  type Context,
  type Table,
  tell,
  tells,
  unclassified,
} from '../compare/comparer.ts';
import type { Operation } from '../judge/operations.ts';
import { isCalledAlike, pairedOperations } from '../judge/paired-operations.ts';
import type { Side } from '../model/finding.ts';
import { isList, isSame, type Json } from '../model/json.ts';
import { compareParameters } from './effective-parameters.ts';
import { provenance } from './provenance.ts';
import { referable } from './referred.ts';
import { requestBody } from './request-body.ts';
import { responses } from './responses.ts';
import { compareSecurity } from './security.ts';
import { servers } from './servers.ts';
import { decision, deprecated, description, text } from './texts.ts';

/** Compares the operations of two contracts. */
export function compareOperations(context: Context): void {
  const { both, removed, added } = pairedOperations(context.released, context.current);
  for (const { released, current } of both) compareOperation(released, current, context);
  for (const released of removed) {
    const pair = {
      released: side(released),
      current: { pointer: released.pointer, value: undefined },
    };
    tell(context, 'operation-removed', pair);
  }
  for (const current of added) {
    const pair = {
      released: { pointer: current.pointer, value: undefined },
      current: side(current),
    };
    tell(context, 'operation-added', pair);
  }
}

function side({ pointer, value }: Operation): Side {
  return { pointer, value };
}

function compareOperation(released: Operation, current: Operation, context: Context): void {
  const pair = { released: side(released), current: side(current) };
  if (!isCalledAlike(released, current)) {
    tell(context, 'operation-moved', pair, { before: callOf(released), after: callOf(current) });
  }
  compareMembers(pair, operationTable, context);
  compareSecurity(pair, context);
  compareParameters(released, current, context);
}

function callOf({ method, path }: Operation): string {
  return `\`${method.toUpperCase()} ${path}\``;
}

const operationId: Comparer = (pair, element, context) => {
  tell(context, 'operation-id-changed', element, beforeAndAfter(pair), pair);
};

const tags: Comparer = (pair, element, context) => {
  const rule = isSame(firstOf(pair.released.value), firstOf(pair.current.value))
    ? 'further-tags-changed'
    : 'operation-tag-changed';
  tell(context, rule, element, beforeAndAfter(pair), pair);
};

function firstOf(value: Json | undefined): Json {
  return isList(value) ? (value[0] ?? null) : null;
}

const generation: Comparer = (pair, element, context) => {
  const rule = pair.current.value === 'v1' ? 'generation-raised' : 'generation-lowered';
  tell(context, rule, element, beforeAndAfter(pair), pair);
};

/** From what may always be repeated to what may never. */
const retries: readonly unknown[] = ['safe', 'unsent', 'never'];

const retry: Comparer = (pair, element, context) => {
  // Without a word on it, it may not be repeated.
  const [before, after] = [pair.released, pair.current].map(({ value }) =>
    retries.indexOf(value ?? 'never'),
  );
  const rule = Number(after) > Number(before) ? 'retry-lowered' : 'retry-raised';
  if (before === -1 || after === -1) unclassified(pair, element, context);
  else
    tell(
      context,
      before === after ? 'default-stated' : rule,
      element,
      {
        ...beforeAndAfter(pair),
        value: '`x-retry: never`',
      },
      pair,
    );
};

const toldApart: Comparer = () => undefined;

const operationTable: Table = {
  operationId,
  tags,
  summary: text('summary'),
  description,
  externalDocs: text('link to more'),
  deprecated,
  requestBody: referable(requestBody),
  responses,
  // Together with those of the path and of the document.
  parameters: toldApart,
  security: toldApart,
  servers,
  'x-provenance': provenance,
  'x-decision': decision,
  'x-generation': generation,
  'x-retry': retry,
  'x-codeSamples': tells('code-samples-changed'),
};
