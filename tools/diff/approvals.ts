/** Approvals of breaking changes: `openapi/approvals.yaml`. */
import { stringify } from 'yaml';
import {
  isList,
  isObject,
  type Json,
  pointerTo,
  textOf,
  SourceFile,
} from '@agent-conversation/contract';
import { inputError, lineOf, parsed } from './contract.ts';
import type { Approval, ApprovalState, Change, Diagnostic, ReviewedChange } from './model.ts';

export const approvalsFile = 'openapi/approvals.yaml';

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
  const root = parsed(source);
  const lineAt = (pointer: string) => lineOf(source, pointer);
  const fail = (pointer: string, what: string) =>
    inputError(approvalsFile, lineAt(pointer), `${pointer || 'the file'} ${what}`);
  const list = isObject(root) ? root['approvals'] : undefined;
  if (!isObject(root) || !isList(list)) throw fail('', 'must have a list `approvals`');
  const extra = Object.keys(root).find((it) => it !== 'approvals');
  if (extra !== undefined) throw fail(pointerTo('', extra), 'is not a known property');
  const seen = new Set<string>();
  return list.map((record, index) => {
    const pointer = pointerTo('/approvals', index);
    const known = validRecord(record, pointer, fail);
    if (seen.has(known.fingerprint)) {
      throw fail(
        pointer,
        `repeats the fingerprint ${known.fingerprint}: remove one of the records`,
      );
    }
    seen.add(known.fingerprint);
    return { ...known, location: { file: approvalsFile, line: lineAt(pointer) } };
  });
}

function validRecord(
  record: Json,
  pointer: string,
  fail: (pointer: string, what: string) => Error,
): Omit<Approval, 'location'> {
  if (!isObject(record)) throw fail(pointer, 'must be an object');
  const extra = Object.keys(record).find((it) => !(it in fields));
  if (extra !== undefined) throw fail(pointerTo(pointer, extra), 'is not a known property');
  for (const [name, [pattern, what]] of Object.entries(fields)) {
    const value = record[name];
    if (value === undefined) throw fail(pointer, `must have \`${name}\``);
    const isDate = name !== 'expires' || isRealDate(textOf(value));
    if (typeof value !== 'string' || !pattern.test(value) || !isDate)
      throw fail(pointerTo(pointer, name), what);
  }
  return record as unknown as Omit<Approval, 'location'>;
}

const isRealDate = (date: string) =>
  !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date);

/** Matches changes with approvals. @param today as YYYY-MM-DD (UTC) */
export function applyApprovals(
  changes: readonly Change[],
  approvals: readonly Approval[],
  today: string,
): { readonly changes: readonly ReviewedChange[]; readonly diagnostics: readonly Diagnostic[] } {
  const records = new Map(approvals.map((it) => [it.fingerprint, it]));
  const reviewed = changes.map((change): ReviewedChange => {
    const approval = records.get(change.fingerprint);
    return { ...change, approval, approvalState: stateOf(change, approval, today) };
  });
  const known = new Map(reviewed.map((it) => [it.fingerprint, it]));
  const diagnostics = approvals.flatMap((it): Diagnostic[] => {
    const problem = problemOf(it, known.get(it.fingerprint), today);
    return problem ? [{ ...problem, location: it.location, paste: undefined }] : [];
  });
  const missing = reviewed.filter(({ approvalState }) => approvalState === 'missing');
  return { changes: reviewed, diagnostics: [...missing.map(missingApproval), ...diagnostics] };
}

function stateOf(change: Change, approval: Approval | undefined, today: string): ApprovalState {
  if (!change.needsApproval) return 'not needed';
  if (!approval) return 'missing';
  if (approval.expires < today) return 'expired';
  return approval.change === change.message ? 'approved' : 'stale';
}

function missingApproval(change: ReviewedChange): Diagnostic {
  return {
    kind: 'approval-missing',
    location: change.location,
    message: `${change.message} This is a breaking change (${change.rule}) without an approval: revert it, or add a record to ${approvalsFile}.`,
    paste: { file: approvalsFile, text: approvalText(change) },
  };
}

function problemOf(
  { fingerprint, change: approved, expires, owner }: Approval,
  change: ReviewedChange | undefined,
  today: string,
): Pick<Diagnostic, 'kind' | 'message'> | undefined {
  if (!change) {
    const message = `No change has the fingerprint ${fingerprint}: remove the record. A change that differs from the approved one needs its own approval.`;
    return { kind: 'approval-unknown', message };
  }
  if (change.effect !== 'breaking') {
    return {
      kind: 'approval-needless',
      message: `The change ${fingerprint} is not breaking: remove the record.`,
    };
  }
  if (expires < today) {
    const message = `The approval of "${approved}" expired on ${expires}: ${owner} renews it, or revert the change.`;
    return { kind: 'approval-expired', message };
  }
  if (approved !== change.message) {
    const message = `${fingerprint} was approved as "${approved}" and is now "${change.message}": have it approved again.`;
    return { kind: 'approval-stale', message };
  }
  return undefined;
}

/** The record to add for a change, with blanks to fill in. */
function approvalText({ fingerprint, message, migration }: Change): string {
  return stringify(
    [{ fingerprint, change: message, reason: '', migration, owner: '', expires: '' }],
    { singleQuote: true, lineWidth: 0 },
  )
    .replace(/^ {2}reason: ''$/m, '$& # why it is worth breaking clients')
    .replace(/^ {2}owner: ''$/m, '$& # an e-mail address or a @handle')
    .replace(/^ {2}expires: ''$/m, '$& # the last valid day, YYYY-MM-DD')
    .replaceAll(/^(?=.)/gm, '  ');
}
