import { answerFaults, whyNowhere } from '@agent-conversation/faulty-server';
import type { Case } from './cases.ts';
import type { Figures, Times } from './measure.ts';

/** A kind of fault for which the contract has a place. */
export interface Kind {
  readonly id: string;
  readonly title: string;
  /** In how many places of valid answers it was put, one at a time. */
  readonly places: number;
}

/** The figures of a subject as the results show them. */
export interface Summary {
  readonly id: string;
  readonly name: string;
  /** In how many places it sees a fault, by the id of the kind. */
  readonly seen: ReadonlyMap<string, number>;
  /** How many kinds it sees in every place. */
  readonly whole: number;
  /** About how many valid answers it says something. */
  readonly falseAlarms: number;
  readonly time: Times | undefined;
}

/** The kinds of faults that the cases have. */
export function kindsOf(cases: readonly Case[]): readonly Kind[] {
  return answerFaults
    .map(({ id, title }) => ({
      id,
      title,
      places: cases.filter(({ fault }) => fault === id).length,
    }))
    .filter(({ places }) => places > 0);
}

/** The kinds for which the contract has no place, with the reason. */
export function kindsWithoutPlace(): readonly (Omit<Kind, 'places'> & { readonly lack: string })[] {
  return answerFaults.flatMap((fault) => {
    const lack = whyNowhere(fault);
    return lack === undefined ? [] : [{ id: fault.id, title: fault.title, lack }];
  });
}

/** Counts what a subject has seen. */
export function summarize(
  { subject: { id, name }, told, time }: Figures,
  cases: readonly Case[],
): Summary {
  const count = (fault: string | undefined) =>
    cases.filter((one) => one.fault === fault && told.has(one.id)).length;
  const kinds = kindsOf(cases);
  const seen = new Map(kinds.map((kind) => [kind.id, count(kind.id)]));
  return {
    id,
    name,
    seen,
    whole: kinds.filter((kind) => seen.get(kind.id) === kind.places).length,
    falseAlarms: count(undefined),
    time,
  };
}
