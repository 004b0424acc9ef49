import { type Contract, contract, type DeclaredAnswer, operationsOf } from './contract.ts';
import { sampleOf } from './sample.ts';

/** An answer that the contract allows. */
export interface ValidAnswer {
  /** The id of the operation. */
  readonly operation: string;
  readonly status: number;
  readonly headers: Headers;
  /** The JSON of the body; undefined where there is no body. */
  readonly value: unknown;
}

/** A valid answer that the contract shows. */
export interface AnswerExample extends ValidAnswer {
  /** Such as `startSandbox 200 SandboxStarting`. */
  readonly title: string;
}

/**
 * Every example of an answer, in the order of the contract; and, where no body is declared, the answer
 * without one.
 */
export function answerExamples(document: Contract = contract): readonly AnswerExample[] {
  return operationsOf(document).flatMap(({ id, answers }) =>
    [...answers]
      .filter(([status]) => /^\d{3}$/.test(status))
      .flatMap(([status, declared]) => {
        const shown =
          declared.mediaType === undefined ? ([['', undefined]] as const) : declared.examples;
        return [...shown].map(([name, value]) => ({
          title: `${id} ${status} ${name}`.trimEnd(),
          operation: id,
          status: Number(status),
          headers: headersOf(declared),
          value,
        }));
      }),
  );
}

function headersOf({ mediaType, headers }: DeclaredAnswer): Headers {
  const all = new Headers(mediaType === undefined ? {} : { 'Content-Type': mediaType });
  for (const [name, { example, schema = {} }] of headers) {
    all.set(name, String(example ?? sampleOf(schema)));
  }
  return all;
}
