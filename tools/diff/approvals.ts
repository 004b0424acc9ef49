/** Approvals of breaking changes: `openapi/approvals.yaml`. */
import {
  isList,
  isObject,
  type Json,
  type JsonObject,
  pointerTo,
  SourceFile,
  textOf,
} from '@agent-conversation/contract';
import { stringify } from 'yaml';
import { inputError, lineOf, parsed } from './contract.ts';
import type { Approval, Change, Diagnostic, ReviewedChange } from './model.ts';

export const approvalsFile = 'openapi/approvals.yaml';

const isRealDate = (date: string) =>
  !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date);

const anything = [/\S/, 'must be a text that is not empty'] as const;
/** What each field of a record must be. */
const fields: Readonly<Record<string, readonly [RegExp, string]>> = {
  fingerprint: [
    /^[0-9a-f]{16}$/,
    'must have 16 hexadecimal digits, in quotation marks if it has digits only',
  ],
  change: anything,
  reason: anything,
  migration: anything,
  owner: [
    /^(@[\w.-]+(\/[\w.-]+)?|[^\s@]+@[^\s@]+\.[^\s@]+)$/,
    'must be an e-mail address or a handle such as @ada',
  ],
  expires: [/^\d{4}-\d\d-\d\d$/, 'must be a date such as 2026-12-24'],
};

/** Reads the records. @throws {CommandError} naming the line of what is wrong */
export function readApprovals(text: string): readonly Approval[] {
  const source = new SourceFile(approvalsFile, text);
  const fail = (pointer: string, what: string) =>
    inputError(approvalsFile, lineOf(source, pointer), `${pointer || 'the file'} ${what}`);
  const onlyKnown = (value: JsonObject, pointer: string, known: readonly string[]) => {
    const extra = Object.keys(value).find((it) => !known.includes(it));
    if (extra !== undefined) throw fail(pointerTo(pointer, extra), 'is not a known property');
  };
  const read = (record: Json, at: number): Approval => {
    const pointer = pointerTo('/approvals', at);
    if (!isObject(record)) throw fail(pointer, 'must be an object');
    onlyKnown(record, pointer, Object.keys(fields));
    for (const [name, [pattern, what]] of Object.entries(fields)) {
      const value = record[name];
      if (value === undefined) throw fail(pointer, `must have \`${name}\``);
      const isDate = name !== 'expires' || isRealDate(textOf(value));
      if (typeof value !== 'string' || !pattern.test(value) || !isDate) {
        throw fail(pointerTo(pointer, name), what);
      }
    }
    const location = { file: approvalsFile, line: lineOf(source, pointer) };
    return { ...(record as unknown as Approval), location };
  };
  const root = parsed(source);
  const list = isObject(root) ? root['approvals'] : undefined;
  if (!isObject(root) || !isList(list)) throw fail('', 'must have a list `approvals`');
  onlyKnown(root, '', ['approvals']);
  const approvals = list.map(read);
  for (const [at, { fingerprint }] of approvals.entries()) {
    if (approvals.findIndex((it) => it.fingerprint === fingerprint) < at) {
      const what = `repeats the fingerprint ${fingerprint}: remove one of the records`;
      throw fail(pointerTo('/approvals', at), what);
    }
  }
  return approvals;
}

type Problem = 'unknown' | 'needless' | 'expired' | 'stale';

function problemOf(
  { change: approved, expires }: Approval,
  change: Change | undefined,
  today: string,
): Problem | undefined {
  if (!change) return 'unknown';
  if (change.effect !== 'breaking') return 'needless';
  if (expires < today) return 'expired';
  return approved === change.message ? undefined : 'stale';
}

const messages: Readonly<Record<Problem, (record: Approval, change?: Change) => string>> = {
  unknown: ({ fingerprint }) =>
    `No change has the fingerprint ${fingerprint}: remove the record. A change that differs from the approved one needs its own approval.`,
  needless: ({ fingerprint }) => `The change ${fingerprint} is not breaking: remove the record.`,
  expired: ({ change, expires, owner }) =>
    `The approval of "${change}" expired on ${expires}: ${owner} renews it, or revert the change.`,
  stale: ({ fingerprint, change }, now) =>
    `${fingerprint} was approved as "${change}" and is now "${now?.message}": have it approved again.`,
};

/** Matches changes with approvals. @param today as YYYY-MM-DD (UTC) */
export function applyApprovals(
  changes: readonly Change[],
  approvals: readonly Approval[],
  today: string,
): { readonly changes: readonly ReviewedChange[]; readonly diagnostics: readonly Diagnostic[] } {
  const reviewed = changes.map((change): ReviewedChange => {
    const approval = approvals.find((it) => it.fingerprint === change.fingerprint);
    if (!change.needsApproval) return { ...change, approval, approvalState: 'not needed' };
    if (!approval) return { ...change, approval, approvalState: 'missing' };
    const problem = problemOf(approval, change, today);
    const isBad = problem === 'expired' || problem === 'stale';
    return { ...change, approval, approvalState: isBad ? problem : 'approved' };
  });
  const missing = reviewed.filter(({ approvalState }) => approvalState === 'missing');
  const diagnostics = approvals.flatMap((record): Diagnostic[] => {
    const change = changes.find((it) => it.fingerprint === record.fingerprint);
    const problem = problemOf(record, change, today);
    if (!problem) return [];
    const message = messages[problem](record, change);
    return [{ kind: `approval-${problem}`, location: record.location, message }];
  });
  return { changes: reviewed, diagnostics: [...missing.map(missingApproval), ...diagnostics] };
}

function missingApproval({
  fingerprint,
  message,
  migration,
  rule,
  location,
}: ReviewedChange): Diagnostic {
  const record = { fingerprint, change: message, reason: '', migration, owner: '', expires: '' };
  const text = stringify([record], { singleQuote: true, lineWidth: 0 })
    .replace(/^ {2}reason: ''$/m, '$& # why it is worth breaking clients')
    .replace(/^ {2}owner: ''$/m, '$& # an e-mail address or a @handle')
    .replace(/^ {2}expires: ''$/m, '$& # the last valid day, YYYY-MM-DD')
    .replaceAll(/^(?=.)/gm, '  ');
  return {
    kind: 'approval-missing',
    location,
    message: `${message} This is a breaking change (${rule}) without an approval: revert it, or add a record to ${approvalsFile}.`,
    paste: { file: approvalsFile, text },
  };
}
