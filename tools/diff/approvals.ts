/** Approvals of breaking changes: `openapi/approvals.yaml`. */
import {
  childrenOf,
  listOf,
  pointerTo,
  valueAt,
} from '@agent-conversation/contract';
import { fileCheck } from '@agent-conversation/cli/file-schema';
import { stringify } from 'yaml';
import { InputFile } from './contract.ts';
import type {
  Approval,
  Change,
  Diagnostic,
  Review,
  ReviewedChange,
} from './model.ts';

export const approvalsFile = 'openapi/approvals.yaml';

const editor = new URL('../../openapi/editor/', import.meta.url);
const check = fileCheck(editor, 'approvals');

/** Reads the records. @throws {CommandError} naming the line of what is wrong */
export function readApprovals(text: string): readonly Approval[] {
  const source = new InputFile(approvalsFile, text);
  const { root } = source;
  const fail = (pointer: string, problem: string): never => {
    throw source.error(pointer, `${pointer || 'the file'} ${problem}`);
  };
  const [blank, ...others] = blanksIn(root);
  if (blank !== undefined) {
    const also = others.map(
      (pointer) =>
        `, so is ${pointer} in line ${source.locationOf(pointer).line}`,
    );
    fail(blank, `is blank: fill in what the report left open${also.join('')}`);
  }
  check(root, fail);
  const { approvals } = root as unknown as {
    readonly approvals: readonly Approval[];
  };
  const seen = new Set<string>();
  return approvals.map((record, at) => {
    const pointer = pointerTo('/approvals', at);
    const { fingerprint } = record;
    if (seen.has(fingerprint)) {
      const toDo = 'remove one of the records';
      fail(pointer, `repeats the fingerprint ${fingerprint}: ${toDo}`);
    }
    seen.add(fingerprint);
    return { ...record, location: source.locationOf(pointer) };
  });
}

/** Returns pointers to the fields that the report has left open. */
function blanksIn(root: unknown): readonly string[] {
  return listOf(valueAt(root, '/approvals')).flatMap((record, at) =>
    childrenOf(record)
      .filter(([, value]) => value === '')
      .map(([name]) => pointerTo('/approvals', at, name)),
  );
}

/** Returns the kind of what is wrong with a record, and what to do. */
function problemOf(
  { fingerprint, change: approved, expires, owner }: Approval,
  change: Change | undefined,
  today: string,
) {
  if (!change) {
    const toDo =
      'remove the record. A change that differs from the approved one needs its own approval.';
    const message = `No change has the fingerprint ${fingerprint}: ${toDo}`;
    return { kind: 'unknown', message } as const;
  }
  if (change.effect !== 'breaking') {
    const message = `The change ${fingerprint} is not breaking: remove the record.`;
    return { kind: 'needless', message } as const;
  }
  if (expires < today) {
    const toDo = `${owner} renews it, or revert the change.`;
    const message = `The approval of "${approved}" expired on ${expires}: ${toDo}`;
    return { kind: 'expired', message } as const;
  }
  if (approved === change.message) return undefined;
  const both = `${fingerprint} was approved as "${approved}" and is now "${change.message}"`;
  return {
    kind: 'stale',
    message: `${both}: have it approved again.`,
  } as const;
}

/**
 * Matches changes with approvals.
 *
 * @param today as YYYY-MM-DD (UTC)
 * @param isComplete whether these are all changes since the release, to which approvals belong
 */
export function applyApprovals(
  all: readonly Change[],
  approvals: readonly Approval[],
  today: string,
  isComplete: boolean,
): Pick<Review, 'changes' | 'diagnostics'> {
  const changeOf = ({ fingerprint }: Approval) =>
    all.find((change) => change.fingerprint === fingerprint);
  const changes = all.map((change): ReviewedChange => {
    const approval = approvals.find((each) => changeOf(each) === change);
    if (!change.needsApproval)
      return { ...change, approval, approvalState: 'not needed' };
    if (!approval) return { ...change, approval, approvalState: 'missing' };
    const { kind } = problemOf(approval, change, today) ?? {};
    const isBad = kind === 'expired' || kind === 'stale';
    return { ...change, approval, approvalState: isBad ? kind : 'approved' };
  });
  const missing = changes.filter(
    ({ approvalState }) => approvalState === 'missing',
  );
  const wrong = approvals.flatMap((record): Diagnostic[] => {
    const change = changeOf(record);
    const problem = problemOf(record, change, today);
    if (problem === undefined || (!change && !isComplete)) return [];
    const { kind, message } = problem;
    return [{ kind: `approval-${kind}`, location: record.location, message }];
  });
  return { changes, diagnostics: [...missing.map(missingApproval), ...wrong] };
}

function missingApproval(change: ReviewedChange): Diagnostic {
  const { fingerprint, message, migration, rule, location } = change;
  const record = {
    fingerprint,
    change: message,
    reason: '',
    migration,
    owner: '',
    expires: '',
  };
  const text = stringify([record], { singleQuote: true, lineWidth: 0 })
    .replace(/^ {2}reason: ''$/m, '$& # why it is worth breaking clients')
    .replace(/^ {2}owner: ''$/m, '$& # an e-mail address or a @handle')
    .replace(/^ {2}expires: ''$/m, '$& # the last valid day, YYYY-MM-DD')
    .replaceAll(/^(?=.)/gm, '  ');
  return {
    kind: 'approval-missing',
    location,
    message:
      `${message} This is a breaking change (${rule}) without an approval: revert it, or add a record to ` +
      `${approvalsFile}.`,
    paste: { file: approvalsFile, text },
  };
}
