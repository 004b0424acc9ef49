import { type AnswerFault, type BrokenAnswer, type Subject, textOf } from './fault.ts';

const successes = [201, 202, 200, 206];
const failures = [500, 502, 503, 504];

export const undeclaredSuccess: AnswerFault = {
  id: 'E1',
  title: 'undeclared success status',
  lack: 'every operation that declares a success declares all of them',
  hasPlace: ({ operations }) =>
    operations.some(
      ({ answers }) =>
        [...answers.keys()].some((status) => isSuccess(Number(status))) &&
        firstUndeclared(successes, answers) !== undefined,
    ),
  breakAnswer: (subject) =>
    isSuccess(subject.answer.status) ? withStatus(subject, successes) : [],
};

export const undeclaredFailure: AnswerFault = {
  id: 'E2',
  title: 'undeclared 5xx',
  lack: 'every operation declares all 5xx',
  hasPlace: ({ operations }) =>
    operations.some(({ answers }) => firstUndeclared(failures, answers) !== undefined),
  breakAnswer: (subject) => withStatus(subject, failures),
};

/** Whether a status is one of success (RFC 9110, section 15.3). */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function withStatus(subject: Subject, candidates: readonly number[]): readonly BrokenAnswer[] {
  const { answer, operation } = subject;
  const status = firstUndeclared(candidates, operation.answers);
  if (status === undefined) return [];
  const finding = { part: 'status', pointer: '', keyword: 'status' } as const;
  return [{ status, headers: answer.headers, body: textOf(answer.value), finding }];
}

function firstUndeclared(
  candidates: readonly number[],
  answers: ReadonlyMap<string, unknown>,
): number | undefined {
  return candidates.find(
    (status) =>
      ![`${status}`, `${Math.floor(status / 100)}XX`, 'default'].some((it) => answers.has(it)),
  );
}
