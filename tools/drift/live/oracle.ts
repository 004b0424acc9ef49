import { type Finding, judgeExchange } from '@agent-conversation/conformance';
import {
  answerExamples,
  answerFaults,
  breakAnswer,
  type BrokenAnswer,
} from '@agent-conversation/faulty-server';
import type { LiveMutant } from '../catalogue/mutant.ts';
import type { LiveGate } from '../engine/drift.ts';
import type { Fate } from '../engine/outcome.ts';
import { judge } from '../engine/outcome.ts';
import { exchangeOf } from './exchange.ts';

/** The oracle as a gate: it must find a fault in every answer, and at the place where it was put. */
export const oracle: LiveGate = {
  async control() {
    for (const { title, operation, status, headers, value } of answerExamples()) {
      const body = value === undefined ? '' : JSON.stringify(value);
      const [found] = findingsOf(operation, { status, headers, body });
      if (found) return `the oracle finds a fault in ${title}: ${told(found)}`;
    }
    return undefined;
  },

  async try(mutant) {
    const broken = brokenAnswers(mutant);
    if (broken.length === 0) {
      return { outcome: 'INVALID', reason: `no answer has a place for ${mutant.fault}` };
    }
    const seen = broken.map(({ title, operation, answer }) => {
      const findings = findingsOf(operation, answer);
      return { title, answer, findings, isMet: findings.some((it) => meets(it, answer)) };
    });
    const output = seen
      .flatMap(({ title, findings }) => findings.map((it) => `${title}: ${told(it)}`))
      .join('\n');
    const missed = seen.find(({ findings }) => findings.length === 0);
    if (missed) {
      return { outcome: 'SURVIVED', reason: `not found in ${placeIn(missed)}`, output };
    }
    const elsewhere = seen.find(({ isMet }) => !isMet);
    if (elsewhere) return wrongPlace(placeIn(elsewhere), output);
    return judge(mutant, { passed: false, output, tests: undefined });
  },
};

interface Broken {
  /** The example that was broken. */
  readonly title: string;
  readonly operation: string;
  readonly answer: BrokenAnswer;
}

function brokenAnswers({ fault: id, operation }: LiveMutant): readonly Broken[] {
  const fault = answerFaults.find((each) => each.id === id);
  if (!fault) throw new Error(`There is no fault ${id} of an answer`);
  return answerExamples()
    .filter((example) => operation === undefined || example.operation === operation)
    .flatMap((example) =>
      breakAnswer(fault, example).map((answer) => ({
        title: example.title,
        operation: example.operation,
        answer,
      })),
    );
}

function findingsOf(
  operation: string,
  { status, headers, body }: Pick<BrokenAnswer, 'status' | 'headers' | 'body'>,
): readonly Finding[] {
  const exchange = exchangeOf(operation, { status, headers, body });
  const { findings } = judgeExchange(exchange, { closed: true });
  return findings.filter(({ side }) => side === 'answer');
}

function meets({ part, pointer }: Finding, { finding }: BrokenAnswer): boolean {
  return part === finding.part && pointer === finding.pointer;
}

function placeIn({ title, answer }: Pick<Broken, 'title' | 'answer'>): string {
  return `${title}: ${answer.finding.part} ${answer.finding.pointer}`;
}

function told({ part, pointer, keyword, message }: Finding): string {
  return `${part} ${pointer} ${keyword}: ${message}`;
}

function wrongPlace(place: string, output: string): Fate {
  return { outcome: 'WRONG-GATE', reason: `found at another place than ${place}`, output };
}
