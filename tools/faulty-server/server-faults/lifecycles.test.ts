import { expect, test } from 'vitest';
import { searched, started, startFaultyMock } from '../testing/faulty-mock.ts';

const act = (id: string, name: string) => `/api/v1/sandboxes/${id}/${name}`;

test('E29: what was paused is shown as it was before', async () => {
  const faulty = await startFaultyMock({ fault: 'E29' });
  const id = await started(faulty);
  faulty.mock.advance(2000);
  expect((await searched(faulty)).states).toEqual(['RUNNING']);
  expect(await (await faulty.post(act(id, 'pause'))).json()).toEqual({ success: true });
  expect((await searched(faulty)).states).toEqual(['RUNNING']);
  expect(faulty.server.struck()).toBe(1);
});

test('E30: resuming what is running brings it up again', async () => {
  const faulty = await startFaultyMock({ fault: 'E30' });
  const id = await started(faulty);
  faulty.mock.advance(2000);
  expect((await searched(faulty)).states).toEqual(['RUNNING']);
  await faulty.post(act(id, 'resume'));
  expect((await searched(faulty)).states).toEqual(['STARTING']);
  expect((await searched(faulty)).states).toEqual(['RUNNING']);
});

test('E30: pausing what is broken succeeds', async () => {
  const faulty = await startFaultyMock({ fault: 'E30' });
  const id = await started(faulty);
  faulty.mock.happen(id, 'ERROR');
  expect((await searched(faulty)).states).toEqual(['ERROR']);
  expect(await (await faulty.post(act(id, 'pause'))).json()).toEqual({ success: true });
  expect((await searched(faulty)).states).toEqual(['PAUSED']);
});

test('E30 leaves what is allowed as it is', async () => {
  const faulty = await startFaultyMock({ fault: 'E30' });
  const id = await started(faulty);
  await faulty.post(act(id, 'pause'));
  expect((await searched(faulty)).states).toEqual(['PAUSED']);
  await faulty.post(act(id, 'resume'));
  expect((await searched(faulty)).states).toEqual(['STARTING']);
  expect(faulty.server.struck()).toBe(0);
});

test('E31: what was resumed stays paused', async () => {
  const faulty = await startFaultyMock({ fault: 'E31' });
  const id = await started(faulty);
  await faulty.post(act(id, 'pause'));
  expect(faulty.server.struck()).toBe(0);
  expect(await (await faulty.post(act(id, 'resume'))).json()).toEqual({ success: true });
  faulty.mock.advance(2000);
  expect((await searched(faulty)).states).toEqual(['PAUSED']);
});

test('order: what is first shown as gone is there again', async () => {
  const faulty = await startFaultyMock({ fault: 'order' });
  await started(faulty);
  await started(faulty);
  expect((await searched(faulty, '?limit=1')).states).toEqual(['STARTING']);
  expect(faulty.server.struck()).toBe(2);
});
