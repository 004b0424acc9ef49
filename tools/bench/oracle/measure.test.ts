import { expect, onTestFinished, test, vi } from 'vitest';
import { makeCases } from './cases.ts';
import { measure } from './measure.ts';
import type { ProgramSubject, Subject } from './subjects.ts';

const cases = makeCases();
const about = { name: 'any', version: '1', use: 'as it is' };

test('libraries and programs judge all cases, and libraries are timed', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 100));
  onTestFinished(() => clock.mockRestore());
  const used = vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 700, system: 300 });
  onTestFinished(() => used.mockRestore());
  const valid = cases.filter(({ fault }) => fault === undefined).length;
  const broken = cases.length - valid;
  const library: Subject = {
    ...about,
    kind: 'library',
    id: 'library',
    load: () => (one) => one.fault === 'E1',
  };
  const judge = vi.fn<ProgramSubject['judge']>((all) => Promise.resolve(new Set([all[0]!.id])));
  const program: Subject = { ...about, kind: 'program', id: 'program', judge };
  const [first, second] = await measure([library, program], cases, 2, () => undefined);
  const ids = cases.filter(({ fault }) => fault === 'E1').map(({ id }) => id);
  expect(first).toMatchObject({ subject: library, told: new Set(ids) });
  expect(first!.time!.valid).toBeCloseTo(first!.time!.broken * (broken / valid));
  expect(second).toEqual({ subject: program, told: new Set([cases[0]!.id]), time: undefined });
  expect(judge.mock.calls).toEqual([[cases]]);
});
