import {
  type Layer,
  layerOf,
  layers,
  type Operator,
  type OperatorId,
  operators,
} from '../catalogue/operators.ts';
import type { Outcome, Tried } from '../engine/outcome.ts';

/** What came of the mutants of a layer. */
export interface Score {
  readonly layer: Layer;
  readonly mutants: number;
  readonly killed: number;
  /** Those that were not killed, and are no equivalent ones. */
  readonly alive: readonly Tried[];
  /** Operators that have no place here. */
  readonly notApplicable: readonly OperatorId[];
}

/** What was tried, by layer. */
export function scores(all: readonly Tried[]): readonly Score[] {
  return (Object.keys(layers) as Layer[]).map((layer) => {
    const own = all.filter(
      ({ mutant, fate }) => layerOf(mutant.operator) === layer && fate.outcome !== 'NOT APPLICABLE',
    );
    const alive = own.filter(({ fate }) => fate.outcome !== 'KILLED');
    const notApplicable = operatorIds().filter(
      (id) => layerOf(id) === layer && 'notApplicable' in operators[id],
    );
    return {
      layer,
      mutants: own.length,
      killed: own.length - alive.length,
      alive,
      notApplicable,
    };
  });
}

/** Whether nothing is left that a gate should have died of. */
export function isAllKilled(all: readonly Tried[]): boolean {
  return scores(all).every(({ alive }) => alive.length === 0);
}

/** The operators, in the order of the catalogue. */
function operatorIds(): readonly OperatorId[] {
  return Object.keys(operators) as OperatorId[];
}

/** A row of the kill matrix: a mutant, or an operator without any. */
export interface Row {
  readonly operator: OperatorId;
  /** Like the gate, empty where there is no mutant. */
  readonly title: string;
  readonly gate: string;
  readonly outcome: Outcome;
  readonly reason: string;
}

/** The kill matrix, in the order of the operators. */
export function rows(all: readonly Tried[]): readonly Row[] {
  return operatorIds().flatMap((operator): readonly Row[] => {
    const entry: Operator = operators[operator];
    if (entry.notApplicable !== undefined) {
      return [
        { operator, title: '', gate: '', outcome: 'NOT APPLICABLE', reason: entry.notApplicable },
      ];
    }
    return all
      .filter(({ mutant }) => mutant.operator === operator)
      .map(({ mutant: { title, gate }, fate: { outcome, reason = '' } }) => ({
        operator,
        title,
        gate,
        outcome,
        reason,
      }));
  });
}
