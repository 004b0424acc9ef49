import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formsOf } from '../testing/encodings.ts';
import { secretRun } from '../testing/random-run.ts';
import { reportHar } from './har.ts';
import { reportJson } from './json.ts';
import { reportJunit } from './junit.ts';
import { reportPretty } from './pretty.ts';
import { printable } from './text.ts';

const seed = Number(process.env['FC_SEED'] ?? 20261122);
const numRuns = Number(process.env['FC_RUNS'] ?? 40);

/** All texts within a text that is JSON; else the text. */
function textsIn(text: string): string[] {
  const found = [text];
  try {
    JSON.parse(text, (name, value: unknown) => {
      found.push(name);
      if (typeof value === 'string') found.push(...textsIn(value));
    });
  } catch {
    // No JSON.
  }
  return found;
}

test.each([reportHar, reportJson, reportJunit, reportPretty])('%o shows no secret', (render) => {
  fc.assert(
    fc.property(secretRun, fc.boolean(), ({ run, key, secrets }, color) => {
      const report = render(run, { secrets: [key], color, width: 40 });
      // Where a line was wrapped, a text goes on.
      const shown = [...textsIn(report), report.replaceAll(/\n +/g, '')].join('\n');
      for (const secret of secrets) {
        const found = [...formsOf(secret), printable(secret)].filter((form) =>
          shown.includes(form),
        );
        expect(found, `of ${JSON.stringify(secret)}`).toEqual([]);
      }
    }),
    { seed, numRuns },
  );
});
