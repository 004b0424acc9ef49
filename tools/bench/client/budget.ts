import { whole } from '../markdown.ts';
import * as bounds from './bounds.ts';
import type { ExactFigures } from './measure.ts';
import { sizeProgram, typesProgram } from './prepare.ts';

/** A figure that is the same in every run, and what it may be at most. */
export interface Budget {
  /** What is counted, and of what. */
  readonly name: string;
  readonly figure: number;
  readonly most: number;
  /** The program that was measured, from the root of the repository. */
  readonly program: string;
}

/**
 * The figures that have a bound.
 *
 * @throws {Error} when one was not measured
 */
export function budgetsOf(
  all: readonly Pick<ExactFigures, 'subject' | 'size' | 'types'>[],
): Budget[] {
  function budget(
    what: string,
    id: string,
    most: number,
    program: string,
    read: (figures: Pick<ExactFigures, 'size' | 'types'>) => number,
  ): Budget {
    const figures = all.find(({ subject }) => subject.id === id);
    if (!figures) throw new Error(`${id} has a bound, and was not measured`);
    return {
      name: `${what} of ${figures.subject.name}`,
      figure: read(figures),
      most,
      program: `tools/bench/peers/generated/${id}/${program}`,
    };
  }

  return [
    ...Object.entries(bounds.sizes).map(([id, most]) =>
      budget('bytes', id, most, sizeProgram, ({ size }) => size.gzip),
    ),
    ...Object.entries(bounds.instantiations).map(([id, most]) =>
      budget('instantiations', id, most, typesProgram, ({ types }) => types.instantiations),
    ),
  ];
}

/** A budget on a line. */
export function lineOf({ name, figure, most }: Budget): string {
  return `${whole(figure).padStart(6)} of at most ${whole(most).padStart(6)}  ${name}`;
}

/** What is to be done about a budget; undefined when it is kept, as it is at its bound. */
export function complaintOf({ name, figure, most, program }: Budget): string | undefined {
  if (figure <= most) return undefined;
  return `The ${name} are ${whole(figure)}, and may be ${whole(most)}: see what ${program} has come to import, and make it less, or change the bound in tools/bench/client/bounds.ts, and say why.`;
}
