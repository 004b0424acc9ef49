import type { FileMutant } from './mutant.ts';

const lifecycle = 'packages/conformance/test/mock-lifecycle.test.ts';
const paging = 'packages/conformance/test/mock-paging.test.ts';
const sandboxes = 'packages/mock/src/behaviour/sandboxes.ts';
const records = 'packages/mock/src/state/records.ts';

/** Faults in what the mock keeps, and shows of it. */
export const mockStateMutants: readonly FileMutant[] = [
  {
    operator: 'E29',
    title: 'the mock does not keep that a sandbox was paused',
    gate: lifecycle,
    changes: [
      {
        file: sandboxes,
        from: 'apply(operation, record, sandboxLifecycle,',
        to: 'apply(operation, { ...record }, sandboxLifecycle,',
      },
    ],
    test: 'SandboxStatus: pauseSandbox in RUNNING',
    says: ['SandboxStatus: pauseSandbox in RUNNING', "expected 'RUNNING' to be 'PAUSED'"],
  },
  {
    operator: 'E30',
    title: 'the mock resumes what is broken',
    gate: lifecycle,
    changes: [
      {
        file: 'packages/mock/src/state/lifecycle.ts',
        from: '{ refused: { status: Number(status), example } });',
        to: "state === 'ERROR' ? { to: initial as State } : { refused: { status: Number(status), example } });",
      },
    ],
    test: 'SandboxStatus: resumeSandbox in ERROR',
    says: ['SandboxStatus: resumeSandbox in ERROR', '"success": false'],
  },
  {
    operator: 'E31',
    title: 'the mock lets an agent that has done its work wait for a word',
    gate: lifecycle,
    changes: [
      {
        file: 'packages/mock/src/state/lifecycle.ts',
        from: "if (cause === 'time' && !byTime.has(from)) byTime",
        to: "if (cause === 'time') byTime",
      },
    ],
    test: 'ExecutionStatus: time leads from running',
    says: ['ExecutionStatus: time leads from running', "'waiting_for_confirmation' to be 'idle'"],
  },
  {
    operator: 'E32',
    title: 'the mock pauses a sandbox that is not there',
    gate: 'packages/mock/src/behaviour/sandboxes.test.ts',
    changes: [
      {
        file: sandboxes,
        from: 'if (!record) return declared(operation, 404);',
        to: 'if (!record) return ok({ success: true });',
      },
    ],
    test: 'the sandbox of somebody else, or none',
    says: ['who wants to pause the sandbox of somebody else, or none, is refused', '404'],
  },
  {
    operator: 'E33',
    title: 'the mock skips what stands between two pages',
    gate: paging,
    changes: [
      {
        file: records,
        from: 'next: start > 0 ? start + this.#gone : undefined',
        to: 'next: start > 1 ? start - 1 + this.#gone : undefined',
      },
    ],
    test: 'what was there is on one of them',
    says: ['what was there is on one of them, once and in its order', 'to deeply equal'],
  },
  {
    operator: 'E33',
    title: 'the pages of the mock move when something is made',
    gate: paging,
    changes: [
      {
        file: records,
        from: 'Math.min(length, Math.max(0, before - this.#gone));',
        to: 'Math.max(0, length - before);',
      },
      {
        file: records,
        from: 'next: start > 0 ? start + this.#gone : undefined',
        to: 'next: start > 0 ? length - start : undefined',
      },
    ],
    says: ['what was there is on one of them, once and in its order', 'to deeply equal'],
  },
  {
    operator: 'E34',
    title: 'the mock gives pages of whatever size it likes',
    gate: paging,
    changes: [
      {
        file: 'packages/mock/src/behaviour/pages.ts',
        from: 'records.page(before, limit);',
        to: 'records.page(before, limit + 1);',
      },
    ],
    test: 'each page is full',
    says: ['each page is full but the last'],
  },
  {
    operator: 'E36',
    title: 'a reset of the mock leaves the state of a key that was seen',
    gate: 'packages/mock/src/control/control.test.ts',
    changes: [
      {
        file: 'packages/mock/src/state/accounts.ts',
        from: '      this.#byKey.delete(key);\n      this.#all.delete(digest(key));',
        to: '      this.#all.delete(digest(key));',
      },
    ],
    test: 'a reset forgets one key, or all',
    says: ['a reset forgets one key, or all'],
  },
  {
    operator: 'E37',
    title: 'the manual clock of the mock goes on by itself',
    gate: 'packages/mock/src/seed.test.ts',
    changes: [
      {
        file: 'packages/mock/src/state/clock.ts',
        from: "if (kind === 'real') return",
        to: "if (kind !== 'requests') return",
      },
    ],
    test: 'three requests of a key move its clock',
    says: ['with {"clock":"manual"}, three requests of a key move its clock by 0 s'],
  },
  {
    operator: 'E41',
    title: 'the mock gives out its own state and no copy',
    gate: 'packages/mock/src/behaviour/app-conversations.test.ts',
    changes: [
      {
        file: 'packages/mock/src/behaviour/snapshot.ts',
        from: 'return structuredClone({',
        to: 'return ((state) => state)({',
      },
    ],
    test: 'a state that was given out does not change any more',
    says: ['a state that was given out does not change any more'],
  },
];
