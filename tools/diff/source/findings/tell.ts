import type { Refusal } from '../../../../packages/client/scripts/document.ts';
import type { Contract } from '../../model/contract.ts';
import { useKinds } from '../emit/use.ts';
import { elementOf, type FoundElement } from './element-of.ts';
import type { Failure, Finding } from './finding.ts';
import type { Told } from './to-change.ts';

/** What there is to tell of findings: once of each element, be it found at several places in it. */
export function tellFindings(
  findings: readonly Finding[],
  released: Contract,
  current: Contract,
): Told[] {
  const elements = new Map<string, { element: FoundElement; failures: Failure[] }>();
  for (const { pointer, failures } of findings) {
    const element = elementOf(pointer, released, current);
    const before = elements.get(element.pointer)?.failures ?? [];
    elements.set(element.pointer, { element, failures: [...before, ...failures] });
  }
  return [...elements.values()].map(({ element, failures }) => tellElement(element, failures));
}

/** What there is to tell of a contract of which no client can be made. */
export function tellRefusal(
  { pointer, message }: Refusal,
  released: Contract,
  current: Contract,
): Told {
  const value = message.slice(pointer.length + 2);
  return {
    rule: 'source-client',
    element: elementOf(pointer.slice(1), released, current),
    program: '',
    error: value,
    how: [value],
  };
}

/** Of all that breaks, one thing is told: what is told does not depend on the programs written by hand. */
function tellElement(element: FoundElement, failures: readonly Failure[]): Told {
  const { use, diagnostic, program } = failures.toSorted(byTelling)[0]!;
  const error = briefly(diagnostic.message);
  return {
    rule: `source-${use.kind}`,
    element,
    program: use.purpose,
    error: `${error} (${diagnostic.code}, ${program.name}:${diagnostic.line})`,
    how: [use.purpose, diagnostic.code, error],
  };
}

/** What relies on the fewest elements tells most of its own. */
function byTelling({ use: a }: Failure, { use: b }: Failure): number {
  return a.reasons.length - b.reasons.length || useKinds.indexOf(a.kind) - useKinds.indexOf(b.kind);
}

/** A sentence of the compiler, without the full stop and the types that it spells out at length. */
function briefly(message: string): string {
  return message.replace(/\.$/, '').replaceAll(/'\{[^']{40,}\}'/g, "'{ … }'");
}
