import { isUtf8 } from 'node:buffer';
import type { Fault } from '../../src/requests/fault.ts';
import type { Answer } from './judge.ts';
import { type RandomRequest, urlOf } from '../../src/requests/random-requests.ts';

/** What came of a request. */
export interface Outcome {
  readonly answer?: Answer;
  /** What is wrong with the answer. */
  readonly complaints: readonly string[];
  readonly fault?: Fault;
}

/** A request, what was expected of it and what came, to be read by people. */
export function report(request: RandomRequest, { answer, complaints, fault }: Outcome): string {
  const { method, headers, body } = request;
  const lines = [
    '',
    `${method} ${urlOf(request)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  if (body) lines.push('', short(readable(body)));
  lines.push('', `expected: ${expected(request, fault)}`);
  if (answer) {
    const type = answer.headers.get('content-type');
    lines.push(`came: ${answer.status} ${type} ${short(answer.text)}`);
  }
  return [...lines, ...complaints.map((it) => `- ${it}`)].join('\n');
}

function expected({ operation }: RandomRequest, fault: Fault | undefined): string {
  if (!fault) return `what ${operation.operationId} declares`;
  const place = fault.loc ? ` at ${JSON.stringify(fault.loc)}` : '';
  return `${fault.status}${place}, for the fault '${fault.kind}'`;
}

function readable(body: Uint8Array): string {
  if (isUtf8(body)) return Buffer.from(body).toString();
  return `bytes that are not UTF-8, shown as Latin-1: ${Buffer.from(body).toString('latin1')}`;
}

function short(content: string): string {
  return content.length > 1500 ? `${content.slice(0, 1500)}… (${content.length})` : content;
}
