/** Reads the catalogue: what is written in `catalogue/*.yaml`, and the operators on the contract. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileChange } from '@agent-conversation/cli/files';
import { CommandError } from '@agent-conversation/cli';
import { parse } from 'yaml';
import { type ContractOperator, contractMutants, readSources } from './contract.ts';
import type { Gate } from './engine.ts';
import type { FileMutant, ResponseMutant, Tried } from './mutant.ts';
import { messageFaults, serverFaults } from './responses/index.ts';

/** An edit of a file that stands in `checks.yaml`. */
interface FileEdit {
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find?: string;
  /** Replaces `find`; the whole file without it. */
  readonly replace?: string;
}

type EditMutant = Omit<FileMutant, 'files'> & { readonly edits: readonly FileEdit[] };

type CheckerCase = Omit<ResponseMutant, 'says' | 'operator' | 'title' | 'gate'> & {
  readonly operator?: string;
  readonly says: string;
};

export interface Catalogue {
  readonly gates: Readonly<Record<string, Gate>>;
  readonly mutants: readonly (FileMutant | ResponseMutant)[];
  /** Operators without a location, and edits that no longer fit their file. */
  readonly untried: readonly Tried[];
}

/** Reads all mutants for a repository; for the fast slice, one of each operator. */
export function readCatalogue(root: string, isFast: boolean): Catalogue {
  const gates = readYaml('gates') as Record<string, Gate>;
  const operators = readYaml('contract') as ContractOperator[];
  const contract = contractMutants(readSources(root), operators, isFast);
  const untried = contract.without.map(({ id, title, gate }): Tried => {
    const mutant = { operator: id, title, gate, says: [] };
    return { mutant, milliseconds: 0, outcome: 'NOT APPLICABLE', reason: 'no location fits' };
  });
  const edited = (readYaml('checks') as EditMutant[]).flatMap(({ edits, ...mutant }) => {
    const files = applyEdits(root, edits);
    if (typeof files !== 'string') return [{ ...mutant, files }];
    untried.push({ mutant, milliseconds: 0, outcome: 'INVALID', reason: files });
    return [];
  });
  const mutants = [...contract.mutants, ...edited, ...responseMutants(isFast)];
  const known = ['oracle', 'checker', ...Object.keys(gates)];
  const wrong = mutants.find(({ gate }) => !known.includes(gate));
  if (wrong) throw new CommandError(`catalogue/gates.yaml has no gate '${wrong.gate}'`);
  return { gates, mutants, untried };
}

function responseMutants(isFast: boolean): readonly ResponseMutant[] {
  const { oracle, checker } = readYaml('responses') as {
    oracle: Record<string, string>;
    checker: CheckerCase[];
  };
  const titles = new Map([...messageFaults, ...serverFaults].map(({ id, title }) => [id, title]));
  const operatorOf = ({ operator, fault }: CheckerCase) => operator ?? fault;
  return [
    ...messageFaults.map(({ id, title }): ResponseMutant => ({
      operator: id,
      title: `a response ${title}`,
      gate: 'oracle',
      fault: id,
      says: [oracle[id] ?? []].flat(),
    })),
    ...(isFast ? firstOfEach(checker, operatorOf) : checker).map((it): ResponseMutant => ({
      ...it,
      operator: operatorOf(it),
      title: `a server ${titles.get(it.fault)} (${it.check ?? 'all checks'})`,
      gate: 'checker',
      says: [it.check === undefined ? it.says : `${it.check} ${it.says}`],
    })),
  ];
}

function firstOfEach<T>(all: readonly T[], keyOf: (item: T) => string): readonly T[] {
  return all.filter((it, at) => all.findIndex((other) => keyOf(other) === keyOf(it)) === at);
}

/** @returns why an edit does not fit, where one does not */
function applyEdits(root: string, edits: readonly FileEdit[]): readonly FileChange[] | string {
  const contents = new Map<string, string>();
  for (const { file, find, replace = '' } of edits) {
    const path = join(root, file);
    if (find === undefined) contents.set(file, replace);
    else if (!existsSync(path)) return `${file} does not exist: update the catalogue`;
    else {
      const parts = (contents.get(file) ?? readFileSync(path, 'utf8')).split(find);
      if (parts.length !== 2) return `${file} has this text ${parts.length - 1} times: ${find}`;
      contents.set(file, parts.join(replace));
    }
  }
  return [...contents].map(([file, content]) => ({ file, content }));
}

function readYaml(name: string): unknown {
  return parse(readFileSync(new URL(`catalogue/${name}.yaml`, import.meta.url), 'utf8'));
}
