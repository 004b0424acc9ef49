import {
  type Contract,
  type DeclaredAnswer,
  type Operation,
  operationsOf,
} from '../contract/contract.ts';
import { type AnswerSchemas, schemasOfAnswers } from '../contract/schemas.ts';
import { isSuccess } from './status.ts';

/** What is known of a contract when it is asked whether it has a place for a fault. */
export interface ContractFacts extends AnswerSchemas {
  readonly operations: readonly OperationFacts[];
}

/** What is known of an operation. */
export interface OperationFacts extends Operation {
  /** Whether it declares a body for a success. */
  readonly succeedsWithBody: boolean;
}

const known = new WeakMap<Contract, ContractFacts>();

/** The facts about a contract; they are gathered once. */
export function factsOf(contract: Contract): ContractFacts {
  let facts = known.get(contract);
  if (!facts) {
    const operations = operationsOf(contract).map((operation) => ({
      ...operation,
      succeedsWithBody: [...operation.answers].some(
        ([status, { mediaType }]) => isSuccess(Number(status)) && mediaType !== undefined,
      ),
    }));
    facts = { operations, ...schemasOfAnswers(contract) };
    known.set(contract, facts);
  }
  return facts;
}

/** Whether some answer of a contract is so. */
export function someAnswer(
  { operations }: ContractFacts,
  isMeant: (answer: DeclaredAnswer, operation: OperationFacts) => boolean,
): boolean {
  return operations.some((operation) =>
    [...operation.answers.values()].some((answer) => isMeant(answer, operation)),
  );
}
