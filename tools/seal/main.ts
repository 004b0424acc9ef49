/**
 * Notices a hand edit of generated code. The build of a workspace calls `break` before it writes, with the folders
 * that it does not empty itself, and `close` after it has written; the tests call `check` before the build would mend the edit in silence.
 */
import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { breakSeal, brokenPlaces, closeSeal } from './seal.ts';

const [command, workspace, ...folders] = process.argv.slice(2);

if (command === 'break' && workspace) {
  breakSeal(workspace, folders);
} else if (command === 'close' && workspace && folders.length > 0) {
  closeSeal(workspace, folders);
} else if (command === 'check' && !workspace) {
  check();
} else {
  console.error(
    'Usage: seal break WORKSPACE [FOLDER...] | seal close WORKSPACE FOLDER... | seal check (from the root)',
  );
  process.exitCode = 2;
}

function check(): void {
  const seals = globSync(['*/.seal.json', '{packages,tools}/*/.seal.json']);
  const places = seals.map(dirname).toSorted().flatMap(brokenPlaces);
  for (const place of places) {
    console.error(
      `${place}: edited by hand. This file is generated from openapi/: make the change there, ` +
        'then run `npm run build`, which also takes the edit back.',
    );
  }
  process.exitCode = places.length > 0 ? 1 : 0;
}
