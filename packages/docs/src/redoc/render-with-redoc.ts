import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BuildError } from '../build-error.ts';
import { splitFragment } from './split-fragment.ts';
import type { RedocParts } from './split-fragment.ts';

const cli = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
const config = fileURLToPath(new URL('redocly.yaml', import.meta.url));
const template = fileURLToPath(new URL('fragment.hbs', import.meta.url));

/** Has `redocly build-docs` prerender an OpenAPI document, and returns the parts of the page. */
export async function renderWithRedoc(document: unknown): Promise<RedocParts> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-conversation-docs-'));
  try {
    const input = join(folder, 'openapi.json');
    const output = join(folder, 'fragment.html');
    await writeFile(input, JSON.stringify(document));
    const options = ['--config', config, '--template', template, '--output', output];
    await buildDocs([input, '--inlineBundle', ...options]);
    return splitFragment(await readFile(output, 'utf8'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function buildDocs(args: string[]): Promise<void> {
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  };
  try {
    await promisify(execFile)(process.execPath, [cli, 'build-docs', ...args], { env });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new BuildError(`redocly build-docs has failed:\n${stdout}${stderr}`);
  }
}
