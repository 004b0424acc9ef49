import { expect, test } from 'vitest';
import { corpus } from '../corpus.ts';
import { oasdiffAlone } from './oasdiff-alone.ts';
import { ourSeverities, severityFile } from './severities.ts';
import { verdictsOf } from './verdicts.ts';

const kinds = ['response added, success', 'operation: operationId changed', 'operation removed'];
const changes = kinds.flatMap((kind) =>
  corpus.filter((change) => change.kind === kind).slice(0, 2),
);

test('oasdiff with our severity file says what its findings say with the levels of that file', async () => {
  const [alone, withFile] = [
    await oasdiffAlone(changes),
    await oasdiffAlone(changes, { severityLevels: severityFile }),
  ];
  const verdicts = verdictsOf(changes, alone, ourSeverities());
  const told = verdictsOf(changes, withFile, new Map());
  expect(verdicts.map(({ withSeverities }) => withSeverities)).toEqual(
    told.map(({ byDefault }) => byDefault),
  );
  expect(verdicts.some(({ byDefault, withSeverities }) => byDefault !== withSeverities)).toBe(true);
});
