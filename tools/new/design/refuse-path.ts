import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFindings } from '../../lint/redocly/read-findings.ts';
import { runRedocly } from '../../lint/redocly/run-redocly.ts';
import type { Contract } from '../contract/contract.ts';
import { ScaffoldError } from '../scaffold-error.ts';
import type { Design } from './design.ts';

const rules = { 'no-ambiguous-paths': 'error', 'no-http-verbs-in-paths': 'error' };

/**
 * Demands of a path, beside those that there are, what Redocly's rules do.
 *
 * @throws {ScaffoldError} with what the rule says
 */
export async function refusePath({ path }: Design, { paths }: Contract): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'scaffold-'));
  try {
    const info = { title: 'Paths', version: '1' };
    const table = Object.fromEntries([...paths, path].map((it) => [it, {}]));
    const document = { openapi: '3.1.1', info, paths: table };
    writeFileSync(join(home, 'openapi.yaml'), JSON.stringify(document));
    writeFileSync(join(home, 'redocly.yaml'), JSON.stringify({ rules }));
    const { stdout } = await runRedocly(home, 'lint', 'openapi.yaml', '--format=github-actions');
    const [finding] = readFindings(stdout);
    if (finding) throw new ScaffoldError(`--path does not fit. ${finding.message}`);
  } finally {
    rmSync(home, { recursive: true });
  }
}
