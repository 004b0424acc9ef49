import { median } from '../statistics.ts';
import type { Figures } from './measure.ts';
import type { Load } from './processor.ts';
import type { Size } from './size.ts';
import type { TypeCost } from './type-cost.ts';

/** What the results tell of a subject. */
export interface Summary {
  readonly id: string;
  readonly name: string;
  readonly size: Size;
  readonly types: TypeCost;
  /** How many characters an editor shows for the variable that holds a sandbox. */
  readonly hover: number;
  /** The median of the processor time of a call, in microseconds, by the id of the load. */
  readonly processor: Readonly<Record<Load['id'], number>>;
}

/** Sums up what was measured of a subject. */
export function summarize({ subject, size, types, hover, processor }: Figures): Summary {
  return {
    id: subject.id,
    name: subject.name,
    size,
    types,
    hover: hover.length,
    processor: { stub: median(processor.stub), loopback: median(processor.loopback) },
  };
}
