import { type Comparer, compareMembers, type Context, tell, tells } from '../compare/comparer.ts';
import { told } from '../compare/words.ts';
import { type Operation, operationsOf } from '../judge/operations.ts';
import type { Pair } from '../model/finding.ts';
import { isList, isRecord, isSame, type Json, member } from '../model/json.ts';
import { inner } from '../model/pair.ts';
import { description } from './texts.ts';

/** Which keys an operation asks for: by its own `security`, or that of the document. */
export function compareSecurity(operation: Pair, context: Context): void {
  const own = inner(operation, 'security');
  // Where neither has its own, it is told of the document.
  if (own.released.value === undefined && own.current.value === undefined) return;
  const before = own.released.value ?? context.released.root['security'];
  const after = own.current.value ?? context.current.root['security'];
  if (!isSame(before, after)) tellSecurity(before, after, own, operation, context);
}

/** Which keys the operations ask for that do not say it themselves. */
export const documentSecurity: Comparer = (pair, element, context) => {
  const inheriting = operationsOf(context.released).filter(inherits);
  const isUsed = operationsOf(context.current).some(
    (it) => inherits(it) && inheriting.some(({ id }) => id === it.id),
  );
  if (isUsed) tellSecurity(pair.released.value, pair.current.value, pair, element, context);
  else if (inheriting.length === 0 && !operationsOf(context.current).some(inherits)) {
    const values = {
      before: words(alternativesOf(pair.released.value)),
      after: words(alternativesOf(pair.current.value)),
    };
    tell(context, 'unused-security-changed', pair, values);
  }
};

function inherits({ value }: Operation): boolean {
  return member(value, 'security') === undefined;
}

function tellSecurity(
  released: Json | undefined,
  current: Json | undefined,
  spot: Pair,
  element: Pair,
  context: Context,
): void {
  const before = alternativesOf(released);
  const after = alternativesOf(current);
  tell(
    context,
    ruleFor(before, after),
    element,
    { before: words(before), after: words(after) },
    spot,
  );
}

function ruleFor(before: readonly Alternative[], after: readonly Alternative[]): string {
  if (isFree(after) && !isFree(before)) return 'security-dropped';
  if (!covers(before, after)) return 'security-narrowed';
  return covers(after, before) ? 'order-changed' : 'security-widened';
}

/** Whether all who send what is asked for here have what is asked for there: of alternatives, one is enough. */
function covers(here: readonly Alternative[], there: readonly Alternative[]): boolean {
  return here.every((one) => there.some((other) => isEnough(one, other)));
}

/** For each scheme that has to be used, its scopes. */
type Alternative = ReadonlyMap<string, readonly string[]>;

/** Without any, nothing has to be sent. */
function alternativesOf(value: Json | undefined): readonly Alternative[] {
  const list = isList(value) ? value.filter((it) => isRecord(it)) : [];
  const alternatives = list.map(
    (it) =>
      new Map(
        Object.entries(it).map(([name, scopes]) => [
          name,
          isList(scopes) ? scopes.map(String) : [],
        ]),
      ),
  );
  return alternatives.length > 0 ? alternatives : [new Map()];
}

/** Whether who sends the first has what the second asks for. */
function isEnough(sent: Alternative, asked: Alternative): boolean {
  return [...asked].every(([name, scopes]) => {
    const has = sent.get(name);
    return has !== undefined && scopes.every((scope) => has.includes(scope));
  });
}

/** Whether nothing is looked at, whatever is sent. */
function isFree(alternatives: readonly Alternative[]): boolean {
  return alternatives.every(({ size }) => size === 0);
}

function words(alternatives: readonly Alternative[]): string {
  return alternatives
    .map((it) =>
      it.size === 0
        ? 'nothing'
        : [...it].map(([name, scopes]) => [told(name), ...scopes].join(' ')).join(' and '),
    )
    .join(' or ');
}

const schemeChanged = tells('security-scheme-changed');

/** One way to send a key. One of another type is another one: there is no use in comparing the rest. */
export const securityScheme: Comparer = (pair, _element, context) => {
  const type = inner(pair, 'type');
  if (!isSame(type.released.value, type.current.value)) schemeChanged(type, pair, context);
  else compareMembers(pair, schemeTable, context);
};

const schemeTable = {
  description,
  name: schemeChanged,
  in: schemeChanged,
  scheme: schemeChanged,
  bearerFormat: schemeChanged,
  flows: schemeChanged,
  openIdConnectUrl: schemeChanged,
};
