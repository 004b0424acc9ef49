/** A project in which nothing was installed but the packages, and which uses all of them. */
import { expect, test } from 'vitest';
import { checkTypes } from './compilers.ts';
import { makeProject } from './project.ts';
import { run } from './run.ts';

test('the tour is well typed', async () => {
  const ended = await checkTypes('7.0', makeProject('withAll', 'tour'), 'tsconfig.json');
  expect(ended).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('the tour calls every operation of the contract, and meets every error of the client', async () => {
  const project = makeProject('withAll', 'tour');
  const { code, stdout, stderr } = await run(process.execPath, ['main.ts'], { cwd: project });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { operations, errors } = JSON.parse(stdout) as {
    readonly operations: Readonly<Record<'declared' | 'called' | 'known' | 'byHand', string[]>>;
    readonly errors: { readonly exported: string[]; readonly thrown: string[] };
  };
  expect(operations.declared).toContain('pauseSandbox');
  expect(operations.called).toEqual(operations.declared);
  // Calls of its own have all that a source has; of others only what the contract shows is sent.
  expect(operations.byHand).toEqual(expect.arrayContaining(operations.known));
  expect(errors.exported).toContain('WaitError');
  expect(errors.thrown).toEqual(errors.exported);
});
