/** `npm run record`: writes the recorded files again, and reports what changed in them. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError, defineCommand, runCommand } from '@agent-conversation/cli';

/** The recorded files: what samples print and send, the API reference, the addresses and coverage of the docs. */
const recorded = [
  'openapi/samples/*/*.{out,request.json}',
  'packages/client/API.md',
  'packages/docs/{coverage.json,released-anchors.txt}',
];

/** Workspaces with a script `record`. The docs are built from what the others record. */
const steps = [['conformance', 'client'], ['docs']];

/** Makes the command for one repository; `turbo` runs the recorders of workspaces and returns an exit code. */
export function recordCommand(root: string, turbo = runTurbo) {
  return defineCommand({
    name: 'npm run record',
    summary: 'Builds, writes again what is recorded of the contract, and reports what changed.',
    options: {},
    exitCodes: { 0: 'recorded', 1: 'a recorder failed, see its output', 2: 'it could not run' },
    run(_, { out, err }) {
      const before = readRecorded(root);
      const failed = steps.find((workspaces) => {
        err(`Recording ${workspaces.join(' and ')} …\n`);
        return turbo(root, workspaces) !== 0;
      });
      out(summaryOf(before, readRecorded(root)));
      if (!failed) return 0;
      err(
        `Not complete: recording ${failed.join(' or ')} failed, see above. Fix it and run it again.\n`,
      );
      return 1;
    },
  });
}

type Texts = ReadonlyMap<string, string>;

/** Lists what was added, changed and removed, with line counts and, for samples, what they print now. */
export function summaryOf(before: Texts, after: Texts): string {
  const lines = [...new Set([...before.keys(), ...after.keys()])].toSorted().flatMap((file) => {
    const [old = '', now = ''] = [before.get(file), after.get(file)];
    if (before.has(file) && old === now) return [];
    const kind = !before.has(file) ? 'added  ' : !after.has(file) ? 'removed' : 'changed';
    const plus = newLines(old, now);
    const counts = `+${plus.length} -${newLines(now, old).length}`;
    const hint = file.endsWith('.out') && plus[0] ? `: ${plus[0].slice(0, 80)}` : '';
    return [`  ${kind}  ${file}  ${counts}${hint}\n`];
  });
  if (lines.length === 0) return 'Nothing changed: all recorded files were up to date.\n';
  return `${lines.length} recorded files changed (review them with git diff):\n${lines.join('')}`;
}

/** The lines of a text that another one does not have, or not as often. */
function newLines(old: string, now: string): string[] {
  const rest = old.split('\n');
  return now.split('\n').filter((line) => {
    if (line === '') return false;
    const at = rest.indexOf(line);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

function readRecorded(root: string): Texts {
  const files = globSync(recorded, { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  return new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

/** Runs the recorders of workspaces. Their output is shown if one fails. */
function runTurbo(root: string, workspaces: readonly string[]): number {
  const filters = workspaces.map((name) => `--filter=@agent-conversation/${name}`);
  const args = ['run', 'record', ...filters, '--output-logs=errors-only'];
  const env = { ...process.env, DO_NOT_TRACK: '1' };
  const shell = process.platform === 'win32';
  const { status, error, stdout, stderr } = spawnSync('turbo', args, { cwd: root, env, shell });
  if (error) throw new CommandError(`turbo could not be started (${error.message}): run npm ci`);
  if (status !== 0) process.stderr.write(Buffer.concat([stdout, stderr]));
  return status ?? 1;
}

if (import.meta.main) {
  const command = recordCommand(fileURLToPath(new URL('../../', import.meta.url)));
  process.exitCode = await runCommand(command, process.argv.slice(2));
}
