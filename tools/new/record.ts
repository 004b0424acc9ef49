/** `npm run record`: updates the recorded files, and reports what changed in them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchesGlob } from 'node:path/posix';
import { defineCommand, runCommand } from '@agent-conversation/cli';
import {
  type Ended,
  repository,
  turbo,
} from '@agent-conversation/shared/process';

/**
 * The recorded files: what samples print and send, the references of client and commands, and the addresses and coverage
 * of the docs.
 */
const recorded = [
  'openapi/samples/*/*.{out,request.json}',
  'packages/client/API.md',
  'packages/{mock,conformance}/COMMAND.md',
  'packages/docs/{coverage.md,released-anchors.txt}',
];

/** Whether `npm run record` writes a file. */
export function isRecorded(file: string): boolean {
  return recorded.some((pattern) => matchesGlob(file, pattern));
}

/** Workspaces with a script `record`. The docs are built from what the others record. */
const steps = [['conformance', 'client', 'mock'], ['docs']];

/** Makes the command for one repository, and for the program that runs the recorders of workspaces. */
export function recordCommand(root: string, recorder = runRecorders) {
  return defineCommand({
    name: 'npm run record',
    summary:
      'Builds, updates what is recorded of the contract, and reports what changed.',
    options: (program) => program,
    exitCodes: {
      0: 'recorded',
      1: 'a recorder failed, see its output',
      2: 'it could not run',
    },
    async run(_, { out, err }) {
      const before = readRecorded(root);
      let failure = '';
      for (const workspaces of steps) {
        err(`Recording ${workspaces.join(' and ')} …\n`);
        const { ok, output } = await recorder(root, workspaces);
        if (!ok) {
          const names = workspaces.join(' or ');
          failure = `${output}\nNot complete: recording ${names} failed, see above. Fix it and run it again.\n`;
        }
        const skipped = samplesWithoutOutput(root);
        if (ok && skipped.length > 0) failure = notRun(skipped);
        if (failure !== '') break;
      }
      out(summaryOf(before, readRecorded(root)));
      err(failure);
      return failure === '' ? 0 : 1;
    },
  });
}

/** Where a program is missing that runs samples, they are not run, and the docs cannot show what they print. */
function samplesWithoutOutput(root: string): readonly string[] {
  const recordedFiles = new Set(
    globSync('openapi/samples/*/*.out', { cwd: root }),
  );
  const samples = globSync('openapi/samples/*/*.{sh,ts,js,py}', {
    cwd: root,
  }).toSorted();
  return samples.filter((file) => !recordedFiles.has(`${file}.out`));
}

function notRun(samples: readonly string[]): string {
  const toDo =
    'curl runs *.sh, and Python 3 with httpx *.py (apt-get install curl python3-httpx): install what is missing, and ' +
    'run it again.';
  return `Not run, so not recorded:\n${samples.map((file) => `  ${file}\n`).join('')}${toDo}\n`;
}

type Texts = ReadonlyMap<string, string>;

/** Lists what was added, changed and removed. */
function summaryOf(before: Texts, after: Texts): string {
  const files = new Set([...before.keys(), ...after.keys()]);
  const lines: string[] = [];
  for (const file of [...files].toSorted()) {
    if (!before.has(file)) lines.push(`  added    ${file}\n`);
    else if (!after.has(file)) lines.push(`  removed  ${file}\n`);
    else if (before.get(file) !== after.get(file))
      lines.push(`  changed  ${file}\n`);
  }
  if (lines.length === 0)
    return 'Nothing changed: all recorded files were up to date.\n';
  return `${lines.length} recorded files changed (review them with git diff):\n${lines.join('')}`;
}

function readRecorded(root: string): Texts {
  const files = globSync(recorded, { cwd: root }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  return new Map(
    files.map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  );
}

async function runRecorders(
  root: string,
  workspaces: readonly string[],
): Promise<Pick<Ended, 'ok' | 'output'>> {
  const filters = workspaces.map(
    (name) => `--filter=@agent-conversation/${name}`,
  );
  return turbo(['record', ...filters], { cwd: root });
}

if (import.meta.main) {
  process.exitCode = await runCommand(
    recordCommand(repository),
    process.argv.slice(2),
  );
}
