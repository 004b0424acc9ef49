import { join } from 'node:path';
import { instrumentsFolder } from '../instruments.ts';
import { run } from '../processes.ts';

/** What it costs TypeScript to check a program. */
export interface TypeCost {
  readonly instantiations: number;
  readonly types: number;
}

const tsc = join(instrumentsFolder, 'node_modules/typescript/bin/tsc');

/**
 * Checks the types of the program of a folder.
 *
 * @throws {Error} when they are wrong
 */
export async function checkTypes(folder: string): Promise<TypeCost> {
  const report = await run('tsc', [tsc, '--extendedDiagnostics', '--project', folder]);
  return { instantiations: read(report, 'Instantiations'), types: read(report, 'Types') };
}

/** What a program costs more than another. */
export function beyond(cost: TypeCost, floor: TypeCost): TypeCost {
  return {
    instantiations: cost.instantiations - floor.instantiations,
    types: cost.types - floor.types,
  };
}

function read(report: string, name: string): number {
  const figure = new RegExp(`^${name}:\\s+(\\d+)$`, 'm').exec(report)?.[1];
  if (figure === undefined) throw new Error(`tsc does not tell ${name}:\n${report}`);
  return Number(figure);
}
